import BrightnessEventLoop

/// The keys of each section that a manual page and a sample configuration have.
public struct DocumentedKeys {
  public typealias Sections = [String: Set<String>]

  /// With the names of sections as the page has them, in capitals.
  public let onPage: Sections
  public let inSample: Sections
  public let sample: String
  /// The sample with its keys, which are comments there, as assignments.
  public let assignments: String

  /// - Parameters: Paths in the repository.
  public init(page: String, sample: String) throws {
    let lines = try repositoryText(page).matches(of: /\n\.(?:Sh|It Ic) (\[\w+|\w+=)/).map { String($0.1) }
    self.sample = try repositoryText(sample)
    let comments = self.sample.matches(of: /\n#((?:\[|\w+=).*)/).map { String($0.1) }
    onPage = Self.keys(in: lines)
    inSample = Self.keys(in: comments)
    assignments = comments.joined(separator: "\n")
  }

  /// The keys of each section that has any.
  private static func keys(in lines: [String]) -> Sections {
    var keys: Sections = [:]
    var section = ""
    for line in lines {
      if line.hasPrefix("[") {
        section = String(line.dropFirst().prefix { $0.isLetter })
      } else {
        keys[section, default: []].insert(String(line.prefix { $0 != "=" }))
      }
    }
    return keys
  }
}

extension DocumentedKeys.Sections {
  public var inCapitals: Self { Dictionary(uniqueKeysWithValues: map { ($0.key.uppercased(), $0.value) }) }
}

/// The text of a file of the repository.
public func repositoryText(_ path: String) throws -> String {
  let root = #filePath.split(separator: "/Tests/Fixtures/")[0]
  return String(decoding: try Descriptor.contents(of: "\(root)/\(path)", upTo: 1 << 20), as: UTF8.self)
}

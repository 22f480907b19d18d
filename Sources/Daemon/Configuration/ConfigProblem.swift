import EventLoop

/// A problem that was found in a configuration file.
public struct ConfigProblem: Hashable, Sendable, CustomStringConvertible {
  public enum Reason: Hashable, Sendable {
    case unknownSection(String)
    case unknownKey(String, section: String)
    case outsideOfSection(String)
    case malformed(String)
    case wrongLight(section: String)
    case wrongValue(String, key: String, expected: String)
    /// A group that the system does not know; it may be added later.
    case unknownGroup(String)
    /// Another light has this name already.
    case takenAlias(String, by: String)
    case unreadable(reason: String)
    case tooManyProblems
  }

  public let file: String
  /// Nil where the problem is the file as a whole.
  public let line: Int?
  public let reason: Reason

  /// Whether a reload is refused. Anything else is ignored, since another version may know it.
  public var isError: Bool {
    switch reason {
    case .unknownSection, .unknownKey, .outsideOfSection, .unknownGroup: false
    case .malformed, .wrongLight, .wrongValue, .takenAlias, .unreadable, .tooManyProblems: true
    }
  }

  public var description: String {
    let place = line.map { "\(file):\($0): " } ?? ""
    return place + sentence
  }

  /// The problem without its place.
  var sentence: String {
    switch reason {
    case .unknownSection(let name): "cannot use \("[\(name)]".quotedInShort): no such section is known"
    case .unknownKey(let key, let section): "cannot use \(key.quotedInShort): no such key is known in [\(section)]"
    case .outsideOfSection(let key): "cannot use \(key.quotedInShort): it stands before any section"
    case .malformed(let text): "cannot read \(text.quotedInShort): expected [Section] or Key=value"
    case .wrongLight(let section):
      "cannot use \("[\(section)]".quotedInShort): expected a light such as [Light backlight/intel_backlight]"
    case .wrongValue(let value, let key, let expected):
      "cannot use \("\(key)=\(value)".quotedInShort): expected \(expected)"
    case .unknownGroup(let name): "cannot use \("Group=\(name)".quotedInShort): the system knows no such group"
    case .takenAlias(let alias, let light): "cannot use \("Alias=\(alias)".quotedInShort): \(light) has that name"
    case .unreadable(let reason): "cannot read '\(file)': \(reason)"
    case .tooManyProblems: "cannot read the rest of '\(file)': it has too many problems"
    }
  }
}

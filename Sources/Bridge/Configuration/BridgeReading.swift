import BrightnessEventLoop
import Fleet
import Glibc
import Service

/// The result of reading configuration files in order; later values win.
struct BridgeReading: Sendable {
  private(set) var configuration = BridgeConfiguration()
  /// The names in topics; nil if they cannot be used.
  private(set) var topics: FleetTopics?
  /// In the order in which the files are read.
  private(set) var problems: [ConfigProblem] = []
  /// The paths of the files that were read, or could not be.
  private(set) var files: [String] = []

  private typealias Place = (file: String, line: Int?)

  private var place: Place = ("", nil)
  /// Nil before the first section, and in one of another program.
  private var keys: [String: ConfigurationKey<BridgeConfiguration>]?
  private var section: String?
  /// Where each key was set last.
  private var places: [String: Place] = [:]

  /// After this many problems the rest of a file is skipped, since it is probably not a
  /// configuration and would fill the log.
  static let mostProblems = 50

  var isValid: Bool { !problems.contains(where: \.isError) }

  init(_ files: [ConfigurationFile], hostName: String = Self.hostName) {
    for file in files { read(file) }
    finish(hostName)
  }

  private mutating func read(_ file: ConfigurationFile) {
    place = (file.path, nil)
    (keys, section) = (nil, nil)
    files.append(file.path)
    switch file.content {
    case .failure(let reason): report("cannot read '\(file.path)': \(reason)")
    case .success(let text):
      let before = problems.count
      for (line, part) in ConfigurationText(text).parts {
        place.line = line
        read(part)
        if problems.count - before == Self.mostProblems {
          return report("cannot read the rest of '\(file.path)': it has too many problems")
        }
      }
    }
  }

  private mutating func read(_ part: ConfigurationText.Part) {
    switch part {
    case .malformed(let text): report("cannot read \(text.quotedInShort): expected [Section] or Key=value")
    case .section(let name): enter(name)
    case .assignment(let key, let value): assign(key, value)
    }
  }

  private mutating func enter(_ name: String) {
    section = name
    keys = BridgeKeys.sections[name]
    if keys != nil || name.isForOtherPrograms { return }
    report("cannot use \("[\(name)]".quotedInShort): no such section is known" + Self.sectionHint(name), .skipped)
  }

  private mutating func assign(_ name: String, _ value: String) {
    guard let section else { return report("cannot use \(name.quotedInShort): it stands before any section") }
    guard let keys, !name.isForOtherPrograms else { return }
    guard let key = keys[name] else {
      let hint = Self.keyHint(name, among: keys.keys)
      return report("cannot use \(name.quotedInShort): no such key is known in [\(section)]" + hint, .skipped)
    }
    places[name] = place
    do throws(ConfigurationMistake) {
      try key.assign(&configuration, value)
    } catch {
      if let part = error.part {
        report("cannot use \(part.quotedInShort) in \(name)=: expected \(error.expected)")
      } else {
        report("cannot use \("\(name)=\(value)".quotedInShort): expected \(error.expected)")
      }
    }
  }

  private mutating func report(_ sentence: String, at other: Place? = nil, _ effect: ConfigProblem.Effect = .refused) {
    let (file, line) = other ?? place
    problems.append(ConfigProblem(file: file, line: line, sentence: sentence, effect: effect))
  }

  private mutating func report(_ sentence: String, _ effect: ConfigProblem.Effect) {
    report(sentence, at: nil, effect)
  }
}

/// What depends on several keys.
extension BridgeReading {
  private mutating func finish(_ hostName: String) {
    if configuration.hosts.isEmpty, isValid {
      let sentence = "cannot use the configuration: it names no broker, as Host= in [Broker] does"
      report(sentence, at: places["Host"] ?? ("", nil))
    }
    let device = configuration.device ?? Self.device(of: hostName)
    do throws(FleetNamesError) {
      topics = try FleetTopics(root: configuration.root, device: device, groups: configuration.groups)
    } catch {
      let key =
        switch error {
        case .root: "Topic"
        case .twice: "Groups"
        case .reserved(let name): name == device ? "Device" : "Groups"
        }
      report("\(error)", at: places[key] ?? ("", nil))
    }
    for (key, value) in [("CAFile", configuration.authorities), ("Certificate", configuration.certificate)] {
      guard value != nil, !configuration.isEncrypted else { continue }
      report("cannot use '\(key)=' with 'TLS=no': nothing would be encrypted or verified", at: places[key])
    }
  }

  /// The host's name as a name in topics: each other character as a hyphen.
  static func device(of hostName: String) -> FleetName {
    let letters = hostName.unicodeScalars.prefix(FleetName.longest).map { scalar in
      FleetName(String(scalar)) == nil ? "-" : String(scalar)
    }
    return FleetName(letters.joined()) ?? FleetName("-")!
  }

  static var hostName: String {
    var bytes = [CChar](repeating: 0, count: 256)
    // The last byte stays 0, whatever the name is.
    gethostname(&bytes, bytes.count - 1)
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension String {
  /// Whether the name marks an extension, as in systemd's files.
  fileprivate var isForOtherPrograms: Bool { hasPrefix("X-") }
}

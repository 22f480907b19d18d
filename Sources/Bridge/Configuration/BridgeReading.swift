import BrightnessEventLoop
import Fleet
import Glibc
import Service

/// The result of reading configuration files in order; later values win.
struct BridgeReading: ConfigurationReader, Sendable {
  private(set) var configuration = BridgeConfiguration()
  /// The names in topics; nil if they cannot be used.
  private(set) var topics: FleetTopics?
  var findings = ConfigurationFindings()

  private var section = Section.none
  /// Where each key was set last.
  private var places: [String: ConfigurationFindings.Place] = [:]

  private enum Section {
    case none
    /// Unknown, or meant for another program.
    case ignored
    case known(String, [String: ConfigurationKey<BridgeConfiguration>])
  }

  init(_ files: [ConfigurationFile], hostName: String = Self.hostName) {
    for file in files { read(file) }
    finish(hostName)
  }

  mutating func begin() { section = .none }

  mutating func enter(_ name: String) {
    if let keys = BridgeKeys.sections[name] {
      section = .known(name, keys)
    } else {
      section = .ignored
      reportUnknown(section: name, among: BridgeKeys.sections.keys)
    }
  }

  mutating func assign(_ key: String, _ value: String) {
    switch section {
    case .none: report("cannot use \(key.quotedInShort): it stands before any section")
    case .ignored: break
    case .known(let name, let keys):
      var changed = configuration
      guard assign(key, value, of: keys, in: name, to: &changed) else { return }
      configuration = changed
      places[key] = findings.place
    }
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
      report("cannot use '\(key)=' with 'TLS=no': nothing would be encrypted or verified", at: places[key] ?? ("", nil))
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

import Brightness
import BrightnessEventLoop
import BrightnessModel
import Glibc
import Hardware
import Service

/// The result of reading configuration files in order; later values win.
public struct ConfigurationReading: ConfigurationReader, Sendable {
  /// Everything that is valid.
  public private(set) var configuration = Configuration()
  package var findings = ConfigurationFindings()

  private var section = Section.none
  private var aliases: [LightID: ConfigurationFindings.Place] = [:]
  /// Where `Least=` or `Most=` of a light was set last.
  private var ends: [LightID: ConfigurationFindings.Place] = [:]
  /// Where each group was named last.
  private var groups: [String: ConfigurationFindings.Place] = [:]

  private enum Section {
    case none
    /// Unknown, or meant for another program.
    case ignored
    case known(String, [String: ConfigurationKey<Configuration>])
    case light(LightID, name: String)
  }

  public var problems: [ConfigProblem] { findings.problems }

  /// Whether a file names this group.
  func names(group: String) -> Bool { groups[group] != nil }

  public var isValid: Bool { findings.isValid }

  /// `group` returns the number of a group, or nil if the system does not know it.
  init(_ files: [ConfigurationFile], group: (String) -> gid_t? = { _ in 0 }) {
    for file in files { read(file) }
    finish(group)
  }

  public init(_ places: ConfigurationPlaces) {
    self.init(places.read(), group: SystemAccounts.group)
  }

  /// Reads the files again; if one has an error, the former values are kept.
  public func reread(_ places: ConfigurationPlaces) -> ConfigurationReading {
    var new = ConfigurationReading(places)
    if !new.isValid { new.configuration = configuration }
    return new
  }

  package mutating func begin() { section = .none }

  /// Checks what depends on several files or on the system: an alias may mean only one light, and a
  /// group without an entry would silently have no members.
  private mutating func finish(_ number: (String) -> gid_t?) {
    configuration.lights.kinds = configuration.overrides.compactMapValues(\.kind)
    var owners: [String: LightID] = [:]
    for (light, place) in aliases.sorted(by: { $0.key < $1.key }) {
      guard let alias = configuration.overrides[light]?.alias else { continue }
      if let owner = owners[alias] {
        configuration.overrides[light]?.alias = nil
        report("cannot use \("Alias=\(alias)".quotedInShort): \(owner) has that name", at: place)
      } else {
        owners[alias] = light
      }
    }
    for (light, place) in ends.sorted(by: { $0.key < $1.key }) where configuration.overrides[light]?.hasNoRange == true
    {
      configuration.overrides[light]?.least = nil
      configuration.overrides[light]?.most = nil
      report("cannot use Least= and Most= of '\(light)': they leave no range", at: place)
    }
    for name in configuration.groups {
      guard let place = groups[name], number(name) == nil else { continue }
      // A reload accepts it, since the group may be added later.
      let line = "Group=\(name)".quotedInShort
      let sentence = "cannot use \(line): the system knows no such group, which \(command(adding: name)) adds"
      report(sentence, at: place, .incomplete)
    }
  }

  package mutating func enter(_ name: String) {
    let words = name.split(separator: " ", maxSplits: 1)
    section = .ignored
    if let keys = ConfigurationKeys.sections[name] {
      section = .known(name, keys)
    } else if words.first == "Light" {
      guard let light = LightID(words.dropFirst().joined()) else {
        let header = "[\(name)]".quotedInShort
        let hint = words.count == 1 ? Self.lightsHint : ""
        return report(
          "cannot use \(header): expected the id of a light, such as [Light backlight/intel_backlight]" + hint
        )
      }
      // The name of one LED of a keyboard stands for all.
      section = .light(light.visible, name: name)
    } else {
      reportUnknown(section: name, among: ConfigurationKeys.sections.keys)
    }
  }

  package mutating func assign(_ key: String, _ value: String) {
    switch section {
    case .none: report("cannot use \(key.quotedInShort): it stands before any section", .incomplete)
    case .ignored: break
    case .known("Limits", _) where ConfigurationKeys.fixedLimits.contains(key):
      report("cannot use \(key.quotedInShort): this limit is fixed; remove the line", .skipped)
    case .known(let name, let keys):
      var changed = configuration
      guard assign(key, value, of: keys, in: name, to: &changed) else { return }
      configuration = changed
      if key == "Group" {
        for name in value.split(whereSeparator: \.isWhitespace) { groups[String(name)] = findings.place }
      }
    case .light(let light, let name):
      var override = configuration.overrides[light] ?? LightOverride()
      guard assign(key, value, of: ConfigurationKeys.light, in: name, to: &override) else { return }
      configuration.overrides[light] = override
      if key == "Alias" { aliases[light] = findings.place }
      if key == "Least" || key == "Most" { ends[light] = findings.place }
    }
  }
}

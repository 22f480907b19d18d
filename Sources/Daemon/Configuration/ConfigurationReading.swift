import Brightness
import BrightnessEventLoop
import BrightnessModel
import Glibc
import Hardware
import Service

/// The result of reading configuration files in order; later values win.
public struct ConfigurationReading: Sendable {
  /// Everything that is valid.
  public private(set) var configuration = Configuration()
  /// In the order in which the files are read.
  public private(set) var problems: [ConfigProblem] = []
  /// The paths of the files that were read, or could not be.
  private(set) var files: [String] = []

  /// The current place: a line of a file, or the whole file.
  private var place: Place = ("", nil)
  private var section = Section.none
  private var sectionName = ""
  private var aliases: [LightID: Place] = [:]
  /// Where `Least=` or `Most=` of a light was set last.
  private var ends: [LightID: Place] = [:]
  /// Where each group was named last.
  private var groups: [String: Place] = [:]

  private typealias Place = (file: String, line: Int?)

  /// After this many problems the rest of a file is skipped, since it is probably not a
  /// configuration and would fill the log.
  static let mostProblems = 50

  private enum Section {
    case none
    /// Unknown, or meant for another program.
    case ignored
    case known([String: ConfigurationKey<Configuration>])
    case light(LightID)
  }

  /// Whether a file names this group.
  func names(group: String) -> Bool { groups[group] != nil }

  public var isValid: Bool { !problems.contains(where: \.isError) }

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

  private mutating func read(_ file: ConfigurationFile) {
    place = (file.path, nil)
    section = .none
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

  private mutating func read(_ part: ConfigurationText.Part) {
    switch part {
    case .malformed(let text): report("cannot read \(text.quotedInShort): expected [Section] or Key=value")
    case .section(let name): enter(name)
    case .assignment(let key, let value): assign(key, value)
    }
  }

  private mutating func enter(_ name: String) {
    let words = name.split(separator: " ", maxSplits: 1)
    section = .ignored
    sectionName = name
    if let keys = ConfigurationKeys.sections[name] {
      section = .known(keys)
    } else if words.first == "Light" {
      guard let light = LightID(words.dropFirst().joined()) else {
        let header = "[\(name)]".quotedInShort
        let hint = words.count == 1 ? Self.lightsHint : ""
        return report(
          "cannot use \(header): expected the id of a light, such as [Light backlight/intel_backlight]" + hint
        )
      }
      // The name of one LED of a keyboard stands for all.
      section = .light(light.visible)
    } else if !name.isForOtherPrograms {
      report("cannot use \("[\(name)]".quotedInShort): no such section is known" + sectionHint(name), .skipped)
    }
  }

  private mutating func assign(_ key: String, _ value: String) {
    switch section {
    case .none: report("cannot use \(key.quotedInShort): it stands before any section", .incomplete)
    case .ignored: break
    case .known(let keys):
      var changed = configuration
      guard assign(key, value, of: keys, to: &changed) else { return }
      configuration = changed
      if key == "Group" { for name in value.split(whereSeparator: \.isWhitespace) { groups[String(name)] = place } }
    case .light(let light):
      var override = configuration.overrides[light] ?? LightOverride()
      guard assign(key, value, of: ConfigurationKeys.light, to: &override) else { return }
      configuration.overrides[light] = override
      if key == "Alias" { aliases[light] = place }
      if key == "Least" || key == "Most" { ends[light] = place }
    }
  }

  /// Assigns a value; returns false for an unknown key or an invalid value.
  private mutating func assign<Whole>(
    _ name: String,
    _ value: String,
    of keys: [String: ConfigurationKey<Whole>],
    to whole: inout Whole
  ) -> Bool {
    guard let key = keys[name] else {
      if !name.isForOtherPrograms { reportUnknown(name, among: keys.keys) }
      return false
    }
    do throws(ConfigurationMistake) {
      try key.assign(&whole, value)
      return true
    } catch {
      if let part = error.part {
        report("cannot use \(part.quotedInShort) in \(name)=: expected \(error.expected)")
      } else {
        report("cannot use \("\(name)=\(value)".quotedInShort): expected \(error.expected)")
      }
      return false
    }
  }

  private mutating func reportUnknown(_ name: String, among keys: some Collection<String>) {
    if sectionName == "Limits", ConfigurationKeys.fixedLimits.contains(name) {
      return report("cannot use \(name.quotedInShort): this limit is fixed; remove the line", .skipped)
    }
    let hint = keyHint(name, among: keys)
    report("cannot use \(name.quotedInShort): no such key is known in [\(sectionName)]" + hint, .skipped)
  }

  /// Adds a problem at a place; nil for the current one.
  private mutating func report(_ sentence: String, at other: Place? = nil, _ effect: ConfigProblem.Effect = .refused) {
    let (file, line) = other ?? place
    problems.append(ConfigProblem(file: file, line: line, sentence: sentence, effect: effect))
  }
}

extension String {
  /// Whether the name marks an extension, as in systemd's files.
  fileprivate var isForOtherPrograms: Bool { hasPrefix("X-") }
}

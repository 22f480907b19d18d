import Brightness
import Glibc
import Hardware
import Model

/// The result of reading configuration files in order; later values win.
public struct ConfigurationReading: Sendable, Equatable {
  /// Everything that is valid.
  public private(set) var configuration = Configuration()
  /// In the order in which the files are read.
  public private(set) var problems: [ConfigProblem] = []

  private var file = ""
  private var section = Section.none
  private var aliases: [LightID: (file: String, line: Int)] = [:]
  private var group: (file: String, line: Int)?

  /// After so many problems a file is not read any further: it is no configuration, and its problems would fill the log.
  private static let mostProblems = 50

  private enum Section {
    case none
    /// Unknown, or meant for another program.
    case ignored
    case known(String, ConfigurationKeys.Section<Configuration>)
    case light(LightID)
  }

  public var isValid: Bool { !problems.contains(where: \.isError) }

  /// `group` returns the number of a group, or nil if the system does not know it.
  init(_ files: [ConfigurationFile], group: (String) -> gid_t? = { _ in 0 }) {
    for file in files { read(file) }
    finish()
    checkGroup(group)
  }

  public init(_ places: ConfigurationPlaces) {
    self.init(places.read(), group: SystemAccounts.group)
  }

  private mutating func read(_ file: ConfigurationFile) {
    self.file = file.path
    section = .none
    switch file.content {
    case .failure(let reason): note(.unreadable(reason: reason.description))
    case .success(let text):
      let before = problems.count
      for (line, part) in ConfigurationText(text).parts {
        read(part, at: line)
        if problems.count - before == Self.mostProblems { return note(.tooManyProblems, at: line) }
      }
    }
  }

  /// Checks what depends on several files: an alias may stand for one light only.
  private mutating func finish() {
    configuration.lights.kinds = configuration.overrides.compactMapValues(\.kind)
    var owners: [String: LightID] = [:]
    for (light, place) in aliases.sorted(by: { $0.key < $1.key }) {
      guard let alias = configuration.overrides[light]?.alias else { continue }
      if let owner = owners[alias] {
        configuration.overrides[light]?.alias = nil
        let reason = ConfigProblem.Reason.takenAlias(alias, by: "\(owner)")
        problems.append(ConfigProblem(file: place.file, line: place.line, reason: reason))
      } else {
        owners[alias] = light
      }
    }
  }

  /// Checks that the system knows the group, which would otherwise just have no members.
  private mutating func checkGroup(_ number: (String) -> gid_t?) {
    guard let name = configuration.group, let group, number(name) == nil else { return }
    problems.append(ConfigProblem(file: group.file, line: group.line, reason: .unknownGroup(name)))
  }

  private mutating func read(_ part: ConfigurationText.Part, at line: Int) {
    switch part {
    case .malformed(let text): note(.malformed(text), at: line)
    case .section(let name): enter(name, at: line)
    case .assignment(let key, let value): assign(key, value, at: line)
    }
  }

  private mutating func enter(_ name: String, at line: Int) {
    let words = name.split(separator: " ", maxSplits: 1)
    section = .ignored
    if let keys = ConfigurationKeys.sections[name] {
      section = .known(name, keys)
    } else if words.first == "Light" {
      guard let light = LightID(words.dropFirst().joined()) else { return note(.wrongLight(section: name), at: line) }
      section = .light(light)
    } else if !name.isForOtherPrograms {
      note(.unknownSection(name), at: line)
    }
  }

  private mutating func assign(_ key: String, _ value: String, at line: Int) {
    do throws(ExpectedValue) {
      switch section {
      case .none: note(.outsideOfSection(key), at: line)
      case .ignored: break
      case .known(let name, let keys):
        try self.key(key, of: keys, in: name, at: line)?.assign(&configuration, value)
        if key == "Group" { group = (file, line) }
      case .light(let light):
        guard let known = self.key(key, of: ConfigurationKeys.light, in: "Light \(light)", at: line) else { return }
        var override = configuration.overrides[light] ?? LightOverride()
        try known.assign(&override, value)
        configuration.overrides[light] = override
        if key == "Alias" { aliases[light] = (file, line) }
      }
    } catch {
      note(.wrongValue(value, key: key, expected: error.description), at: line)
    }
  }

  private mutating func key<Whole>(
    _ key: String,
    of keys: ConfigurationKeys.Section<Whole>,
    in section: String,
    at line: Int
  ) -> ConfigurationKey<Whole>? {
    if let known = keys[key] { return known }
    if !key.isForOtherPrograms { note(.unknownKey(key, section: section), at: line) }
    return nil
  }

  private mutating func note(_ reason: ConfigProblem.Reason, at line: Int? = nil) {
    problems.append(ConfigProblem(file: file, line: line, reason: reason))
  }

  public static func == (left: ConfigurationReading, right: ConfigurationReading) -> Bool {
    (left.configuration, left.problems) == (right.configuration, right.problems)
  }
}

extension String {
  /// Whether the name marks an extension, as in systemd's files.
  fileprivate var isForOtherPrograms: Bool { hasPrefix("X-") }
}

import Hardware

/// Reads configuration files one after another, so that the later ones win.
struct ConfigurationReader {
  private(set) var configuration = Configuration()
  private(set) var complaints: [Complaint] = []
  private var file = ""
  private var section = Section.none
  private var aliases: [Hardware.LightID: (file: String, line: Int)] = [:]

  private enum Section {
    case none
    /// What stands in it is passed over.
    case foreign
    case known(String, ConfigurationKeys.Section<Configuration>)
    case light(Hardware.LightID)
  }

  mutating func read(_ file: ConfigurationFile) {
    self.file = file.path
    section = .none
    switch file.content {
    case .failure(let reason): complain(.unreadable(reason: reason.description))
    case .success(let text): for part in ConfigurationText(text) { read(part) }
    }
  }

  /// Looks at what can be said only when all is read.
  mutating func finish() {
    configuration.lights.kinds = configuration.overrides.compactMapValues(\.kind)
    var owners: [String: Hardware.LightID] = [:]
    for (light, place) in aliases.sorted(by: { $0.key < $1.key }) {
      guard let alias = configuration.overrides[light]?.alias else { continue }
      if let owner = owners[alias] {
        configuration.overrides[light]?.alias = nil
        complaints.append(
          Complaint(file: place.file, line: place.line, matter: .takenAlias(alias, by: "\(owner)"))
        )
      } else {
        owners[alias] = light
      }
    }
  }

  private mutating func read(_ placed: ConfigurationText.PlacedPart) {
    switch placed.part {
    case .malformed(let text): complain(.malformed(text), at: placed.line)
    case .section(let name): enter(name, at: placed.line)
    case .assignment(let key, let value): assign(key, value, at: placed.line)
    }
  }

  private mutating func enter(_ name: String, at line: Int) {
    let words = name.split(separator: " ", maxSplits: 1)
    if let keys = ConfigurationKeys.sections[name] {
      section = .known(name, keys)
    } else if words.first == "Light" {
      enter(light: words.dropFirst().first.flatMap { Hardware.LightID(String($0)) }, name, at: line)
    } else {
      section = .foreign
      if !name.isOfOthers { complain(.unknownSection(name), at: line) }
    }
  }

  private mutating func enter(light: Hardware.LightID?, _ name: String, at line: Int) {
    guard let light else {
      section = .foreign
      return complain(.wrongLight(section: name), at: line)
    }
    section = .light(light)
  }

  private mutating func assign(_ key: String, _ value: String, at line: Int) {
    do throws(ExpectedValue) {
      switch section {
      case .none: complain(.outsideOfSection(key), at: line)
      case .foreign: break
      case .known(let name, let keys):
        try self.key(key, of: keys, in: name, at: line)?.assign(&configuration, value)
      case .light(let light):
        guard let known = self.key(key, of: ConfigurationKeys.light, in: "Light \(light)", at: line) else { return }
        var override = configuration.overrides[light] ?? LightOverride()
        try known.assign(&override, value)
        configuration.overrides[light] = override
        if key == "Alias" { aliases[light] = (file, line) }
      }
    } catch {
      complain(.wrongValue(value, key: key, expected: error.description), at: line)
    }
  }

  private mutating func key<Whole>(
    _ key: String,
    of keys: ConfigurationKeys.Section<Whole>,
    in section: String,
    at line: Int
  ) -> ConfigurationKey<Whole>? {
    if let known = keys[key] { return known }
    if !key.isOfOthers { complain(.unknownKey(key, section: section), at: line) }
    return nil
  }

  private mutating func complain(_ matter: Complaint.Matter, at line: Int? = nil) {
    complaints.append(Complaint(file: file, line: line, matter: matter))
  }
}

extension String {
  /// Whether the file's author says that it is not for us.
  fileprivate var isOfOthers: Bool { hasPrefix("X-") }
}

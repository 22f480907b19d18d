import BrightnessEventLoop

/// A configuration of sections whose keys are in a table.
package struct SectionReading<Configuration: Sendable>: ConfigurationReader, Sendable {
  package typealias Sections = [String: [String: ConfigurationKey<Configuration>]]

  package private(set) var configuration: Configuration
  package var findings = ConfigurationFindings()
  private let sections: Sections
  private var section = Section.none
  /// Where each key was set last.
  private var places: [String: ConfigurationFindings.Place] = [:]

  private enum Section {
    case none
    /// Unknown, or meant for another program.
    case ignored
    case known(String, [String: ConfigurationKey<Configuration>])
  }

  /// Reads files in order; later values win.
  package init(_ files: [ConfigurationFile], _ sections: Sections, from configuration: Configuration) {
    self.configuration = configuration
    self.sections = sections
    for file in files { read(file) }
  }

  package mutating func begin() { section = .none }

  package mutating func enter(_ name: String) {
    if let keys = sections[name] {
      section = .known(name, keys)
    } else {
      section = .ignored
      reportUnknown(section: name, among: sections.keys)
    }
  }

  package mutating func assign(_ key: String, _ value: String) {
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

  /// Reports a mistake that depends on several keys, where one of them was set.
  package mutating func report(_ sentence: String, ofKey key: String) {
    report(sentence, at: places[key] ?? ("", nil))
  }
}

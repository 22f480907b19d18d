import BrightnessEventLoop

/// Reads configuration files part after part, and collects the problems with their places.
///
/// A program says what its sections are, and assigns their keys with `assign(_:_:of:in:to:)`.
package protocol ConfigurationReader {
  var findings: ConfigurationFindings { get set }

  /// A file begins; it is in no section.
  mutating func begin()
  mutating func enter(_ section: String)
  mutating func assign(_ key: String, _ value: String)
}

/// The problems of configuration files, and the place where the reader is.
package struct ConfigurationFindings: Sendable {
  package typealias Place = (file: String, line: Int?)

  /// In the order in which the files are read.
  package fileprivate(set) var problems: [ConfigProblem] = []
  /// The paths of the files that were read, or could not be.
  package fileprivate(set) var files: [String] = []
  /// A line of a file, or the whole file.
  package fileprivate(set) var place: Place = ("", nil)

  /// After this many problems the rest of a file is skipped, since it is probably not a
  /// configuration and would fill the log.
  package static let mostProblems = 50

  package init() {}

  package var isValid: Bool { !problems.contains(where: \.isError) }
}

extension ConfigurationReader {
  package var problems: [ConfigProblem] { findings.problems }
  package var isValid: Bool { findings.isValid }

  package mutating func read(_ file: ConfigurationFile) {
    findings.place = (file.path, nil)
    findings.files.append(file.path)
    begin()
    switch file.content {
    case .failure(let reason): report("cannot read '\(file.path)': \(reason)")
    case .success(let text):
      let before = findings.problems.count
      for (line, part) in ConfigurationText(text).parts {
        findings.place.line = line
        read(part)
        if findings.problems.count - before == ConfigurationFindings.mostProblems {
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

  /// Assigns a value; returns false for an unknown key or an invalid value.
  package mutating func assign<Whole>(
    _ name: String,
    _ value: String,
    of keys: [String: ConfigurationKey<Whole>],
    in section: String,
    to whole: inout Whole
  ) -> Bool {
    guard let key = keys[name] else {
      if !name.isForOtherPrograms { reportUnknown(name, among: keys.keys, in: section) }
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

  private mutating func reportUnknown(_ key: String, among keys: some Collection<String>, in section: String) {
    let hint = ConfigurationFindings.hint(forKey: key, among: keys)
    report("cannot use \(key.quotedInShort): no such key is known in [\(section)]" + hint, .skipped)
  }

  /// Reports an unknown section, unless it is meant for another program.
  package mutating func reportUnknown(section: String, among sections: some Collection<String>) {
    if section.isForOtherPrograms { return }
    let hint = ConfigurationFindings.hint(forSection: section, among: sections)
    report("cannot use \("[\(section)]".quotedInShort): no such section is known" + hint, .skipped)
  }

  package mutating func report(_ sentence: String, _ effect: ConfigProblem.Effect = .refused) {
    report(sentence, at: findings.place, effect)
  }

  package mutating func report(
    _ sentence: String,
    at place: ConfigurationFindings.Place,
    _ effect: ConfigProblem.Effect = .refused
  ) {
    let problem = ConfigProblem(file: place.file, line: place.line, sentence: sentence, effect: effect)
    findings.problems.append(problem)
  }
}

extension String {
  /// Whether the name marks an extension, as in systemd's files.
  fileprivate var isForOtherPrograms: Bool { hasPrefix("X-") }
}

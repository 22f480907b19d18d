import BrightnessEventLoop
import BrightnessModel
import Service

extension ConfigurationReading {
  /// What `--check-config` says after the problems: which files were read, or what a reload would
  /// do.
  public var summary: String {
    let errors = problems.count(where: \.isError)
    switch (problems.count, errors) {
    case (0, _) where files.isEmpty: return "no configuration file, so that every key has its default"
    case (0, _): return "no problems in \(files.map { "'\($0)'" }.joined(separator: ", "))"
    case (1, 0): return "1 warning: a reload applies the rest"
    case (_, 0): return "\(problems.count) warnings: a reload applies the rest"
    case (_, 1): return "1 error: a reload would change nothing"
    default: return "\(errors) errors: a reload would change nothing"
    }
  }

  /// For `[Light]` without a light.
  static let lightsHint = "; did you mean [Lights]?"

  func command(adding group: String) -> String { "groupadd \(group)".quotedInShort }

  /// The section that a name may be a misspelling of.
  func sectionHint(_ name: String) -> String {
    name.nearest(among: ConfigurationKeys.sections.keys).map { "; did you mean [\($0)]?" } ?? ""
  }

  func keyHint(_ name: String, among keys: some Collection<String>) -> String {
    name.nearest(among: keys).map { "; did you mean \($0)=?" } ?? ""
  }
}

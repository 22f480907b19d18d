import BrightnessEventLoop

extension ConfigurationFindings {
  /// What `--check-config` says after the problems. The parameters complete `1 warning: …` and
  /// `1 error: …`.
  package func summary(warnings: String, errors: String) -> String {
    let count = problems.count(where: \.isError)
    switch (problems.count, count) {
    case (0, _): return "no problems in \(files.map { "'\($0)'" }.joined(separator: ", "))"
    case (1, 0): return "1 warning: \(warnings)"
    case (_, 0): return "\(problems.count) warnings: \(warnings)"
    case (_, 1): return "1 error: \(errors)"
    default: return "\(count) errors: \(errors)"
    }
  }

  /// The section that a name may be a misspelling of.
  static func hint(forSection name: String, among sections: some Collection<String>) -> String {
    name.nearest(among: sections).map { "; did you mean [\($0)]?" } ?? ""
  }

  static func hint(forKey name: String, among keys: some Collection<String>) -> String {
    name.nearest(among: keys).map { "; did you mean \($0)=?" } ?? ""
  }
}

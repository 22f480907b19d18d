import BrightnessModel
import Service

extension BridgeReading {
  /// What `--check-config` says after the problems.
  var summary: String {
    let errors = problems.count(where: \.isError)
    switch (problems.count, errors) {
    case (0, _): return "no problems in \(files.map { "'\($0)'" }.joined(separator: ", "))"
    case (1, 0): return "1 warning: the rest is used"
    case (_, 0): return "\(problems.count) warnings: the rest is used"
    case (_, 1): return "1 error: the bridge does not start"
    default: return "\(errors) errors: the bridge does not start"
    }
  }

  /// The section that a name may be a misspelling of.
  static func sectionHint(_ name: String) -> String {
    name.nearest(among: BridgeKeys.sections.keys).map { "; did you mean [\($0)]?" } ?? ""
  }

  static func keyHint(_ name: String, among keys: some Collection<String>) -> String {
    name.nearest(among: keys).map { "; did you mean \($0)=?" } ?? ""
  }
}

import CommandLines
import ControlAPI

/// In which form a level is said.
enum LevelForm: Sendable, Hashable {
  /// As people write it: `40%`.
  case written
  case percent, raw, json

  static let options: [Option] = [.percent, .raw, .json]

  init(_ arguments: Arguments) throws(UsageError) {
    try arguments.refuse(.raw, beside: .percent)
    try arguments.refuse(.json, beside: .percent)
    try arguments.refuse(.json, beside: .raw)
    self = arguments.has(.json) ? .json : arguments.has(.raw) ? .raw : arguments.has(.percent) ? .percent : .written
  }

  func text(percent: Double, raw: Int) -> String {
    switch self {
    case .written, .json: percent.inPercent
    case .percent: percent.asPercentage
    case .raw: "\(raw)"
    }
  }
}

extension LightsInterface.Light {
  /// What it shows.
  func level(_ form: LevelForm) -> String { form.text(percent: level, raw: raw) }

  /// What the person wants.
  func base(_ form: LevelForm) -> String { form.text(percent: base, raw: baseRaw) }
}

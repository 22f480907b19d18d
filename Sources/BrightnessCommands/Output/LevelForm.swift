import BrightnessControl
import CommandLines
import Commands

enum LevelForm: Sendable, Hashable {
  /// With a percent sign: `40%`.
  case text
  case percent, raw, json

  static let options: [Option] = [.percent, .raw, .json]

  init(_ arguments: Arguments) throws(UsageError) {
    try arguments.refuse(.raw, with: .percent)
    try arguments.refuse(.json, with: .percent)
    try arguments.refuse(.json, with: .raw)
    if arguments.has(.json) {
      self = .json
    } else if arguments.has(.raw) {
      self = .raw
    } else {
      self = arguments.has(.percent) ? .percent : .text
    }
  }

  func text(percent: Double, raw: Int) -> String {
    switch self {
    case .text, .json: percent.inPercent
    case .percent: percent.asPercentage
    case .raw: "\(raw)"
    }
  }
}

extension Light {
  func level(_ form: LevelForm) -> String { form.text(percent: level, raw: raw) }
  func base(_ form: LevelForm) -> String { form.text(percent: base, raw: baseRaw) }
}

import CommandLines
import ControlAPI
import Varlink

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

extension Double {
  /// A percentage without its sign: two decimals, or as many more as a light needs that is not quite off.
  var asPercentage: String {
    var decimals = 2
    var scale = 100.0
    while self > 0, (self * scale).rounded() == 0, decimals < 7 {
      decimals += 1
      scale *= 10
    }
    let rounded = (self * scale).rounded()
    let whole = Int(rounded / scale)
    var digits = String(Int(scale) + Int(rounded) - whole * Int(scale)).utf8.dropFirst()
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    return digits.isEmpty ? "\(whole)" : "\(whole).\(Substring(digits))"
  }

  /// As people write it: `50.5%`.
  var inPercent: String { "\(asPercentage)%" }
}

/// What `--json` says: one object in one line, whose first field tells how the others are to be understood.
enum JSONLine {
  typealias Field = (name: String, value: (any JSONWritable)?)

  static let version = 1

  static func text(_ fields: Field...) -> String {
    line([("version", version)] + fields)
  }

  /// An object whose fields somebody else has laid down.
  static func bare(_ fields: Field...) -> String {
    line(fields)
  }

  /// What has no value is left out.
  private static func line(_ fields: [Field]) -> String {
    var writer = JSONWriter()
    writer.object { writer in
      for field in fields {
        guard let value = field.value else { continue }
        writer.key(field.name)
        value.write(to: &writer)
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

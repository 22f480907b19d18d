import BrightnessVarlink

extension LightsInterface {
  /// The level to set: one of the fields of `Level` in the interface.
  public enum Level: VarlinkValue {
    case percent(Double)
    /// A change in percentage points; negative is darker.
    case changePercent(Double)
    case raw(Int)
    /// A change in steps of the device; negative is darker.
    case changeRaw(Int)

    public init(fields: inout JSONFields) throws(InvalidParameter) {
      var given: [(field: String, level: Level)] = []
      func read<Value: JSONReadable>(_ field: String, _ level: (Value) -> Level) throws(InvalidParameter) {
        guard let value: Value = try fields.read(field) else { return }
        given.append((field, level(value)))
      }
      try read("percent", Level.percent)
      try read("changePercent", Level.changePercent)
      try read("raw", Level.raw)
      try read("changeRaw", Level.changeRaw)
      guard given.count < 2 else {
        throw InvalidParameter(field: given[1].field, reason: "'\(given[0].field)' is given too")
      }
      guard let level = given.first?.level else {
        throw InvalidParameter(reason: "expected percent, changePercent, raw or changeRaw, found none")
      }
      self = level
    }

    public func writeFields(to writer: inout JSONWriter) {
      switch self {
      case .percent(let percent): writer.field("percent", percent)
      case .changePercent(let percent): writer.field("changePercent", percent)
      case .raw(let raw): writer.field("raw", raw)
      case .changeRaw(let raw): writer.field("changeRaw", raw)
      }
    }
  }
}

extension LightsInterface.Level {
  /// Reads `40%`, `50.5%`, `+5%`, `-5%`, `raw:1234`, `raw:+1`, `raw:-1`, `max` or `min`.
  public init(text: String) throws(LevelSyntaxError) {
    switch text {
    case "max": self = .percent(100)
    // The daemon raises it to the floor of the light, unless the light may be off.
    case "min": self = .percent(0)
    case _ where text.utf8.starts(with: "raw:".utf8):
      let (sign, digits) = Self.signed(Substring(text).utf8.dropFirst(4))
      let number = try digits.rawNumber()
      if sign != nil, number == 0 { throw .step }
      self = sign.map { .changeRaw($0 * number) } ?? .raw(number)
    default:
      let (sign, digits) = Self.signed(Substring(text).utf8)
      let percent = try digits.percentage()
      if sign != nil, percent == 0 { throw .step }
      self = sign.map { .changePercent(Double($0) * percent) } ?? .percent(percent)
    }
  }

  private static func signed(_ text: Substring.UTF8View) -> (sign: Int?, rest: Substring.UTF8View) {
    switch text.first {
    case UInt8(ascii: "+"): (1, text.dropFirst())
    case UInt8(ascii: "-"): (-1, text.dropFirst())
    default: (nil, text)
    }
  }
}

/// Why a text is not a level: what was expected instead.
public enum LevelSyntaxError: Error, Hashable, CustomStringConvertible {
  case level, percent, decimals, percentInRange, rawNumber, rawInRange, step

  public var description: String {
    switch self {
    case .level: "a level such as 40%, 50.5%, +5%, -5%, raw:1234, raw:+1, max or min"
    case .percent: "a percentage such as 40%, 50.5%, +5% or -5%"
    case .decimals: "at most six decimals"
    case .percentInRange: "a percentage from 0 to 100"
    case .rawNumber: "a raw value such as raw:1234, raw:+1 or raw:-1"
    case .rawInRange: "a raw value from 0 to \(Int32.max)"
    case .step: "a step above zero"
    }
  }
}

extension Double {
  /// Reads `40%` or `50.5%`.
  public init(percentage text: String) throws(LevelSyntaxError) {
    self = try Substring(text).utf8.percentage()
  }
}

extension Substring.UTF8View {
  fileprivate func percentage() throws(LevelSyntaxError) -> Double {
    guard let first, Self.isDigit(first) else { throw .level }
    guard last == UInt8(ascii: "%") else { throw .percent }
    let parts = dropLast().split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy(\.areDigits) else { throw .percent }
    guard parts.count == 1 || parts[1].count <= 6 else { throw .decimals }
    guard let percent = Double(Substring(dropLast())), percent <= 100 else { throw .percentInRange }
    return percent
  }

  fileprivate func rawNumber() throws(LevelSyntaxError) -> Int {
    guard areDigits else { throw .rawNumber }
    guard let number = Int32(Substring(self)) else { throw .rawInRange }
    return Int(number)
  }

  private var areDigits: Bool { !isEmpty && allSatisfy(Self.isDigit) }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

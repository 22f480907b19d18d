import Varlink

extension LightsInterface {
  /// A wished level; on the wire an object with exactly one field.
  public enum Level: ControlValue {
    case percent(Double)
    /// A step from where the light is, down if negative.
    case changePercent(Double)
    case raw(Int)
    /// A step from where the light is, down if negative.
    case changeRaw(Int)

    public init(fields: inout JSONFields) throws(InvalidParameter) {
      var given: [(field: String, level: Level)] = []
      func take<Value: JSONReadable>(_ field: String, _ level: (Value) -> Level) throws(InvalidParameter) {
        guard let value: Value = try fields.read(field) else { return }
        given.append((field, level(value)))
      }
      try take("percent", Level.percent)
      try take("changePercent", Level.changePercent)
      try take("raw", Level.raw)
      try take("changeRaw", Level.changeRaw)
      guard given.count < 2 else { throw InvalidParameter(field: given[1].field) }
      guard let level = given.first?.level else { throw InvalidParameter() }
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

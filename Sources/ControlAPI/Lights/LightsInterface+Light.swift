import Varlink

extension LightsInterface {
  /// One light. Levels are percentages of its range on its own scale.
  public struct Light: ControlValue {
    /// Stable across restarts: subsystem and kernel name, such as `backlight/intel_backlight`.
    public var id: String
    public var kind: Kind
    /// The step that it is to show, of `maximum`. While it is owing or unavailable it may show another.
    public var raw: Int
    public var maximum: Int
    /// What it is to show.
    public var level: Double
    /// What the person wants.
    public var base: Double
    public var baseRaw: Int
    /// What it is never brought below by accident.
    public var floor: Double
    public var standing: Standing
    /// The session whose claim decides now.
    public var session: Int?
    /// The scene whose claim decides now.
    public var scene: Int?
    /// What stands in the way of a light that owes, or cannot be written.
    public var reason: String?

    public init(
      id: String,
      kind: Kind,
      raw: Int,
      maximum: Int,
      level: Double,
      base: Double,
      baseRaw: Int,
      floor: Double,
      standing: Standing,
      session: Int? = nil,
      scene: Int? = nil,
      reason: String? = nil
    ) {
      self.id = id
      self.kind = kind
      self.raw = raw
      self.maximum = maximum
      self.level = level
      self.base = base
      self.baseRaw = baseRaw
      self.floor = floor
      self.standing = standing
      self.session = session
      self.scene = scene
      self.reason = reason
    }

    public init(fields: inout JSONFields) throws(InvalidParameter) {
      id = try fields.read("id")
      kind = try fields.read("kind")
      raw = try fields.read("raw")
      maximum = try fields.read("maximum")
      level = try fields.read("level")
      base = try fields.read("base")
      baseRaw = try fields.read("baseRaw")
      floor = try fields.read("floor")
      standing = try fields.read("standing")
      session = try fields.read("session")
      scene = try fields.read("scene")
      reason = try fields.read("reason")
    }

    public func writeFields(to writer: inout JSONWriter) {
      writer.field("id", id)
      writer.field("kind", kind)
      writer.field("raw", raw)
      writer.field("maximum", maximum)
      writer.field("level", level)
      writer.field("base", base)
      writer.field("baseRaw", baseRaw)
      writer.field("floor", floor)
      writer.field("standing", standing)
      writer.field("session", session)
      writer.field("scene", scene)
      writer.field("reason", reason)
    }
  }
}

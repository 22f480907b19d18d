import Varlink

extension SessionsInterface {
  /// One wish.
  public struct Claim: ControlValue {
    /// A light or a kind; without it everything that shows a picture.
    public var light: String?
    public var rule: Rule
    public var percent: Double

    public init(light: String? = nil, rule: Rule, percent: Double) {
      self.light = light
      self.rule = rule
      self.percent = percent
    }

    public init(fields: inout JSONFields) throws(InvalidParameter) {
      light = try fields.read("light")
      rule = try fields.read("rule")
      percent = try fields.read("percent")
    }

    public func writeFields(to writer: inout JSONWriter) {
      writer.field("light", light)
      writer.field("rule", rule)
      writer.field("percent", percent)
    }
  }

  /// A scene as a client asks for it.
  public struct SceneRequest: ControlValue {
    public var name: String?
    /// Why the client wants it, for a person to read.
    public var reason: String?
    public var claims: [Claim]
    public var priority: Priority?
    public var onChange: OnChange?
    /// How long it may be there at a stretch.
    public var expires: Duration?
    /// How long its lights may take on their way.
    public var fade: Duration?

    public init(
      name: String? = nil,
      reason: String? = nil,
      claims: [Claim],
      priority: Priority? = nil,
      onChange: OnChange? = nil,
      expires: Duration? = nil,
      fade: Duration? = nil
    ) {
      self.name = name
      self.reason = reason
      self.claims = claims
      self.priority = priority
      self.onChange = onChange
      self.expires = expires
      self.fade = fade
    }

    public init(fields: inout JSONFields) throws(InvalidParameter) {
      name = try fields.read("name")
      reason = try fields.read("reason")
      claims = try fields.read("claims")
      priority = try fields.read("priority")
      onChange = try fields.read("onChange")
      expires = try (fields.read("expiresMilliseconds") as Milliseconds?)?.duration
      fade = try (fields.read("fadeMilliseconds") as Milliseconds?)?.duration
    }

    public func writeFields(to writer: inout JSONWriter) {
      writer.field("name", name)
      writer.field("reason", reason)
      writer.field("claims", claims)
      writer.field("priority", priority)
      writer.field("onChange", onChange)
      writer.field("expiresMilliseconds", Milliseconds(expires))
      writer.field("fadeMilliseconds", Milliseconds(fade))
    }
  }
}

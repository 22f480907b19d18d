import Varlink

extension SessionsInterface {
  /// A scene on a session's stack.
  public struct Scene: ControlValue {
    public var id: Int
    public var name: String?
    public var reason: String?
    public var claims: [Claim]
    public var priority: Priority
    public var onChange: OnChange
    public var appeared: Bool
    /// Whether a claim of it decides on any light.
    public var deciding: Bool
    /// How long it is until it expires.
    public var remaining: Duration?

    public init(
      id: Int,
      name: String? = nil,
      reason: String? = nil,
      claims: [Claim],
      priority: Priority,
      onChange: OnChange,
      appeared: Bool,
      deciding: Bool,
      remaining: Duration? = nil
    ) {
      self.id = id
      self.name = name
      self.reason = reason
      self.claims = claims
      self.priority = priority
      self.onChange = onChange
      self.appeared = appeared
      self.deciding = deciding
      self.remaining = remaining
    }

    public init(fields: inout JSONFields) throws(InvalidParameter) {
      id = try fields.read("id")
      name = try fields.read("name")
      reason = try fields.read("reason")
      claims = try fields.read("claims")
      priority = try fields.read("priority")
      onChange = try fields.read("onChange")
      appeared = try fields.read("appeared")
      deciding = try fields.read("deciding")
      remaining = try (fields.read("remainingMilliseconds") as Milliseconds?)?.duration
    }

    public func writeFields(to writer: inout JSONWriter) {
      writer.field("id", id)
      writer.field("name", name)
      writer.field("reason", reason)
      writer.field("claims", claims)
      writer.field("priority", priority)
      writer.field("onChange", onChange)
      writer.field("appeared", appeared)
      writer.field("deciding", deciding)
      writer.field("remainingMilliseconds", Milliseconds(remaining))
    }
  }

  /// A connection.
  public struct Session: ControlValue {
    public var id: Int
    public var uid: Int
    /// The process, for those who may know it.
    public var pid: Int?
    public var age: Duration
    /// Whether its claims wait until its user's session is the active one at the seat.
    public var suspended: Bool
    /// From the bottom of the stack to its top.
    public var scenes: [Scene]

    public init(id: Int, uid: Int, pid: Int? = nil, age: Duration, suspended: Bool = false, scenes: [Scene]) {
      self.id = id
      self.uid = uid
      self.pid = pid
      self.age = age
      self.suspended = suspended
      self.scenes = scenes
    }

    public init(fields: inout JSONFields) throws(InvalidParameter) {
      id = try fields.read("id")
      uid = try fields.read("uid")
      pid = try fields.read("pid")
      age = try (fields.read("ageMilliseconds") as Milliseconds).duration
      suspended = try fields.read("suspended")
      scenes = try fields.read("scenes")
    }

    public func writeFields(to writer: inout JSONWriter) {
      writer.field("id", id)
      writer.field("uid", uid)
      writer.field("pid", pid)
      writer.field("ageMilliseconds", Milliseconds(age))
      writer.field("suspended", suspended)
      writer.field("scenes", scenes)
    }
  }
}

import Varlink

extension HealthInterface {
  /// A device that was found and is not used.
  public struct SetAside: ControlValue {
    public var light: String
    public var why: Why
    /// The same in words.
    public var reason: String

    public init(light: String, why: Why, reason: String) {
      self.light = light
      self.why = why
      self.reason = reason
    }

    public init(fields: inout JSONFields) throws(InvalidParameter) {
      light = try fields.read("light")
      why = try fields.read("why")
      reason = try fields.read("reason")
    }

    public func writeFields(to writer: inout JSONWriter) {
      writer.field("light", light)
      writer.field("why", why)
      writer.field("reason", reason)
    }
  }

  /// A light that is on record as to be brought back, and that no claim decides on.
  public struct Debt: ControlValue {
    public var light: String
    /// What it is brought back to, of the maximum that it had when it was recorded.
    public var raw: Int
    public var maximum: Int
    /// What stands in the way; nil while it is on its way.
    public var reason: String?

    public init(light: String, raw: Int, maximum: Int, reason: String? = nil) {
      self.light = light
      self.raw = raw
      self.maximum = maximum
      self.reason = reason
    }

    public init(fields: inout JSONFields) throws(InvalidParameter) {
      light = try fields.read("light")
      raw = try fields.read("raw")
      maximum = try fields.read("maximum")
      reason = try fields.read("reason")
    }

    public func writeFields(to writer: inout JSONWriter) {
      writer.field("light", light)
      writer.field("raw", raw)
      writer.field("maximum", maximum)
      writer.field("reason", reason)
    }
  }

  /// Something in the configuration that is not as it should be.
  public struct Complaint: ControlValue {
    public var file: String
    /// Nil where it is about the file as a whole.
    public var line: Int?
    public var sentence: String
    /// Whether it is passed over, since another version may know it.
    public var ignored: Bool

    public init(file: String, line: Int? = nil, sentence: String, ignored: Bool) {
      self.file = file
      self.line = line
      self.sentence = sentence
      self.ignored = ignored
    }

    public init(fields: inout JSONFields) throws(InvalidParameter) {
      file = try fields.read("file")
      line = try fields.read("line")
      sentence = try fields.read("sentence")
      ignored = try fields.read("ignored")
    }

    public func writeFields(to writer: inout JSONWriter) {
      writer.field("file", file)
      writer.field("line", line)
      writer.field("sentence", sentence)
      writer.field("ignored", ignored)
    }
  }

  /// What was seen of changes of a light past the daemon.
  public struct ForeignChange: ControlValue {
    public var light: String
    public var mover: Mover
    public var count: Int
    /// Since the last one.
    public var age: Duration

    public init(light: String, mover: Mover, count: Int, age: Duration) {
      self.light = light
      self.mover = mover
      self.count = count
      self.age = age
    }

    public init(fields: inout JSONFields) throws(InvalidParameter) {
      light = try fields.read("light")
      mover = try fields.read("mover")
      count = try fields.read("count")
      age = try (fields.read("ageMilliseconds") as Milliseconds).duration
    }

    public func writeFields(to writer: inout JSONWriter) {
      writer.field("light", light)
      writer.field("mover", mover)
      writer.field("count", count)
      writer.field("ageMilliseconds", Milliseconds(age))
    }
  }
}

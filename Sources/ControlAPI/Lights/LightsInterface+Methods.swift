import Varlink

extension LightsInterface {
  /// Asks for every light.
  public struct List: BareMethod {
    public typealias Interface = LightsInterface
    public typealias Reply = LightsReply
    public static let method = "List"

    public init() {}
  }

  /// Asks for one light.
  public struct Get: LightMethod {
    public static let method = "Get"

    /// An id, a kernel name, an alias or a kind.
    public var light: String?

    public init(light: String? = nil) {
      self.light = light
    }

    /// The light.
    public struct Reply: ControlValue {
      public var light: Light

      public init(light: Light) {
        self.light = light
      }

      public init(fields: inout JSONFields) throws(InvalidParameter) {
        light = try fields.read("light")
      }

      public func writeFields(to writer: inout JSONWriter) {
        writer.field("light", light)
      }
    }
  }

  /// Moves a base.
  public struct Set: ControlMethod {
    public typealias Interface = LightsInterface
    public typealias Reply = LightsReply
    public static let method = "Set"

    /// An id, a kernel name, an alias or a kind.
    public var light: String?
    public var level: Level
    public var fade: Duration?
    /// Whether the level may be below the floor.
    public var allowOff: Bool?

    public init(light: String? = nil, level: Level, fade: Duration? = nil, allowOff: Bool? = nil) {
      self.light = light
      self.level = level
      self.fade = fade
      self.allowOff = allowOff
    }

    public init(fields: inout JSONFields) throws(InvalidParameter) {
      light = try fields.read("light")
      level = try fields.read("level")
      fade = try (fields.read("fadeMilliseconds") as Milliseconds?)?.duration
      allowOff = try fields.read("allowOff")
    }

    public func writeFields(to writer: inout JSONWriter) {
      writer.field("light", light)
      writer.field("level", level)
      writer.field("fadeMilliseconds", Milliseconds(fade))
      writer.field("allowOff", allowOff)
    }
  }

  /// Asks for each light as it is, and then for each change.
  public struct Watch: LightMethod {
    public static let method = "Watch"

    /// An id, a kernel name, an alias or a kind.
    public var light: String?

    public init(light: String? = nil) {
      self.light = light
    }

    /// How a light stands, and why it is told.
    public struct Reply: ControlValue {
      public var light: Light
      public var cause: Cause
      /// Counts the replies to the call from 1.
      public var sequence: Int
      /// The process behind the change, for those who may know it.
      public var pid: Int?

      public init(light: Light, cause: Cause, sequence: Int, pid: Int? = nil) {
        self.light = light
        self.cause = cause
        self.sequence = sequence
        self.pid = pid
      }

      public init(fields: inout JSONFields) throws(InvalidParameter) {
        light = try fields.read("light")
        cause = try fields.read("cause")
        sequence = try fields.read("sequence")
        pid = try fields.read("pid")
      }

      public func writeFields(to writer: inout JSONWriter) {
        writer.field("light", light)
        writer.field("cause", cause)
        writer.field("sequence", sequence)
        writer.field("pid", pid)
      }
    }
  }

  /// Lights as they stand.
  public struct LightsReply: ControlValue {
    public var lights: [Light]

    public init(lights: [Light]) {
      self.lights = lights
    }

    public init(fields: inout JSONFields) throws(InvalidParameter) {
      lights = try fields.read("lights")
    }

    public func writeFields(to writer: inout JSONWriter) {
      writer.field("lights", lights)
    }
  }
}

/// A method about a light, or about the one that is meant without a name.
public protocol LightMethod: ControlMethod where Interface == LightsInterface {
  /// An id, a kernel name, an alias or a kind.
  var light: String? { get }

  init(light: String?)
}

extension LightMethod {
  public init(fields: inout JSONFields) throws(InvalidParameter) {
    self.init(light: try fields.read("light"))
  }

  public func writeFields(to writer: inout JSONWriter) {
    writer.field("light", light)
  }
}

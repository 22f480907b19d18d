import Varlink

extension SessionsInterface {
  /// Pushes a scene, not yet appeared.
  public struct Push: SceneRequestMethod {
    public static let method = "Push"

    public var scene: SceneRequest

    public init(scene: SceneRequest) {
      self.scene = scene
    }

    /// The number of the scene.
    public struct Reply: ControlValue {
      public var scene: Int

      public init(scene: Int) {
        self.scene = scene
      }

      public init(fields: inout JSONFields) throws(InvalidParameter) {
        scene = try fields.read("scene")
      }

      public func writeFields(to writer: inout JSONWriter) {
        writer.field("scene", scene)
      }
    }
  }

  /// Brings the claims of a scene into force.
  public struct OnAppear: SceneMethod {
    public static let method = "OnAppear"

    public var scene: Int

    public init(scene: Int) {
      self.scene = scene
    }
  }

  /// Ends the claims of a scene, which stays on the stack.
  public struct OnDisappear: SceneMethod {
    public static let method = "OnDisappear"

    public var scene: Int

    public init(scene: Int) {
      self.scene = scene
    }
  }

  /// Removes a scene and everything above it.
  public struct PopFrom: SceneMethod {
    public static let method = "PopFrom"

    public var scene: Int

    public init(scene: Int) {
      self.scene = scene
    }
  }

  /// Pushes a scene that appears at once, and asks what becomes of it.
  public struct Hold: SceneRequestMethod {
    public static let method = "Hold"

    public var scene: SceneRequest

    public init(scene: SceneRequest) {
      self.scene = scene
    }

    /// What became of the scene.
    public struct Reply: ControlValue {
      public var scene: Int
      public var event: SceneEvent
      /// The light on which it happened, if it was one.
      public var light: String?

      public init(scene: Int, event: SceneEvent, light: String? = nil) {
        self.scene = scene
        self.event = event
        self.light = light
      }

      public init(fields: inout JSONFields) throws(InvalidParameter) {
        scene = try fields.read("scene")
        event = try fields.read("event")
        light = try fields.read("light")
      }

      public func writeFields(to writer: inout JSONWriter) {
        writer.field("scene", scene)
        writer.field("event", event)
        writer.field("light", light)
      }
    }
  }
}

/// A method about a scene of the caller's session, which answers when it is done.
public protocol SceneMethod: ControlMethod where Interface == SessionsInterface, Reply == NoFields {
  /// The number that `Push` has given.
  var scene: Int { get }

  init(scene: Int)
}

extension SceneMethod {
  public init(fields: inout JSONFields) throws(InvalidParameter) {
    self.init(scene: try fields.read("scene"))
  }

  public func writeFields(to writer: inout JSONWriter) {
    writer.field("scene", scene)
  }
}

/// A method that pushes a scene.
public protocol SceneRequestMethod: ControlMethod where Interface == SessionsInterface {
  /// What is asked for.
  var scene: SessionsInterface.SceneRequest { get }

  init(scene: SessionsInterface.SceneRequest)
}

extension SceneRequestMethod {
  public init(fields: inout JSONFields) throws(InvalidParameter) {
    self.init(scene: try fields.read("scene"))
  }

  public func writeFields(to writer: inout JSONWriter) {
    writer.field("scene", scene)
  }
}

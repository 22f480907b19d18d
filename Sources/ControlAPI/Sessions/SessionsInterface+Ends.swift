import Varlink

extension SessionsInterface {
  /// Asks for every session.
  public struct List: BareMethod {
    public typealias Interface = SessionsInterface
    public static let method = "List"

    public init() {}

    /// The sessions in the order in which they began.
    public struct Reply: ControlValue {
      public var sessions: [Session]

      public init(sessions: [Session]) {
        self.sessions = sessions
      }

      public init(fields: inout JSONFields) throws(InvalidParameter) {
        sessions = try fields.read("sessions")
      }

      public func writeFields(to writer: inout JSONWriter) {
        writer.field("sessions", sessions)
      }
    }
  }

  /// Ends a session.
  public struct Cancel: ControlMethod {
    public typealias Interface = SessionsInterface
    public typealias Reply = NoFields
    public static let method = "Cancel"

    public var session: Int

    public init(session: Int) {
      self.session = session
    }

    public init(fields: inout JSONFields) throws(InvalidParameter) {
      session = try fields.read("session")
    }

    public func writeFields(to writer: inout JSONWriter) {
      writer.field("session", session)
    }
  }

  /// Ends the caller's sessions, or everybody's, and settles every light.
  public struct Reset: ControlMethod {
    public typealias Interface = SessionsInterface
    public static let method = "Reset"

    public var all: Bool?

    public init(all: Bool? = nil) {
      self.all = all
    }

    public init(fields: inout JSONFields) throws(InvalidParameter) {
      all = try fields.read("all")
    }

    public func writeFields(to writer: inout JSONWriter) {
      writer.field("all", all)
    }

    /// How many sessions ended beside the one that called.
    public struct Reply: ControlValue {
      public var sessions: Int

      public init(sessions: Int) {
        self.sessions = sessions
      }

      public init(fields: inout JSONFields) throws(InvalidParameter) {
        sessions = try fields.read("sessions")
      }

      public func writeFields(to writer: inout JSONWriter) {
        writer.field("sessions", sessions)
      }
    }
  }
}

import Varlink

/// The daemon as a client sees it: the methods of its interfaces, on a connection that is the client's session.
public struct ControlClient: Sendable {
  /// The connection, which ends the session when it is closed.
  public let connection: VarlinkClient

  /// Where the daemon listens unless it is told otherwise.
  public static let usualSocket = "/run/brightnessd/io.brightnessd"

  /// Where a user's own daemon listens, given the folder that the environment names by `XDG_RUNTIME_DIR`.
  public static func socket(ofUserIn folder: String) -> String { "\(folder)/brightnessd/io.brightnessd" }

  /// A client on a connection that is there.
  public init(_ connection: VarlinkClient) {
    self.connection = connection
  }

  /// Calls a method and waits for its one reply.
  public func call<Method: ControlMethod>(_ method: Method) async throws(ControlError) -> Method.Reply {
    do {
      return try await connection.call(Method.fullName, method)
    } catch {
      throw ControlError(error)
    }
  }

  /// Calls a method for as many replies as it has.
  public func replies<Method: ControlMethod>(to method: Method) -> ControlReplies<Method> {
    ControlReplies(stream: connection.replies(to: Method.fullName, method))
  }
}

import Varlink

/// A connection to the daemon. The connection is the session: closing it ends the session with all its scenes.
public struct ControlClient: MethodCaller {
  public let connection: VarlinkClient

  /// The socket of the system daemon, unless its configuration names another.
  public static let usualSocket = "/run/brightnessd/io.brightnessd"

  /// The socket of a daemon of the user, in the directory `XDG_RUNTIME_DIR`.
  public static func socket(ofUserIn folder: String) -> String { "\(folder)/brightnessd/io.brightnessd" }

  public init(_ connection: VarlinkClient) {
    self.connection = connection
  }

  public static func failure(_ error: CallError) -> ControlError { ControlError(error) }

  /// Calls of `io.brightnessd.Lights`.
  public var lights: LightsClient<ControlClient> { LightsClient(self) }

  /// Calls of `io.brightnessd.Sessions`.
  public var sessions: SessionsClient<ControlClient> { SessionsClient(self) }

  /// All sessions, the oldest first, however many replies they take.
  public func allSessions() async throws(ControlError) -> [SessionsInterface.Session] {
    var all: [SessionsInterface.Session] = []
    for try await reply in replies(to: SessionsInterface.List(), isList: true) { all += reply.sessions }
    return all
  }

  /// Calls of `io.brightnessd.Health`.
  public var health: HealthClient<ControlClient> { HealthClient(self) }
}

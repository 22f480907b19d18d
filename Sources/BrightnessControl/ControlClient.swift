import BrightnessVarlink

/// A connection to the daemon. The connection is the session: closing it ends the session with all
/// its scenes.
public struct ControlClient: MethodCaller {
  public let connection: VarlinkClient

  /// The socket of the system daemon, unless its configuration names another.
  public static let usualSocket = "/run/brightnessd/io.brightnessd"

  /// The socket of a per-user daemon; `folder` is `XDG_RUNTIME_DIR`.
  public static func socket(ofUserIn folder: String) -> String { "\(folder)/brightnessd/io.brightnessd" }

  public init(_ connection: VarlinkClient) { self.connection = connection }

  public static func failure(_ error: CallError) -> ControlError { ControlError(error) }

  /// Calls of `io.brightnessd.Lights`.
  public var lights: LightsClient<ControlClient> { LightsClient(self) }

  /// Calls of `io.brightnessd.Sessions`.
  public var sessions: SessionsClient<ControlClient> { SessionsClient(self) }

  /// All sessions, the oldest first. The list may arrive in several replies.
  public func allSessions() async throws(ControlError) -> [SessionsInterface.Session] {
    var all: [SessionsInterface.Session] = []
    for try await reply in replies(to: SessionsInterface.List(), isList: true) { all += reply.sessions }
    return all
  }

  /// Calls of `io.brightnessd.Automatic`.
  public var automatic: AutomaticClient<ControlClient> { AutomaticClient(self) }

  /// Calls of `io.brightnessd.Health`.
  public var health: HealthClient<ControlClient> { HealthClient(self) }
}

/// Error of a call to the daemon.
public enum ControlError: Error, Hashable, CustomStringConvertible {
  /// An error of `io.brightnessd.Lights`.
  case lights(LightsError)
  /// An error of `io.brightnessd.Sessions`.
  case sessions(SessionsError)
  /// An error of `io.brightnessd.Automatic`.
  case automatic(AutomaticError)
  /// An error that every service has, such as `PermissionDenied`.
  case service(ServiceError)
  /// The connection ended, or the reply is not understood.
  case call(CallError)

  init(_ error: CallError) {
    self =
      error.answer(as: LightsError.self).map(Self.lights)
      ?? error.answer(as: SessionsError.self).map(Self.sessions)
      ?? error.answer(as: AutomaticError.self).map(Self.automatic)
      ?? error.answer(as: ServiceError.self).map(Self.service)
      ?? .call(error)
  }

  public var description: String {
    switch self {
    case .lights(let error): "\(error)"
    case .sessions(let error): "\(error)"
    case .automatic(let error): "\(error)"
    case .service(let error): "\(error)"
    case .call(let error): "\(error)"
    }
  }
}

extension LightsError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noSuchLight(let light, let known): sentence(unknown: light, known)
    case .ambiguousLight(let light, let known): sentence(ambiguous: light, known)
    case .noLights: "cannot choose 'light': no screen was found"
    case .notWritable(let light, let reason): "cannot read or write '\(light)': \(reason)"
    case .outOfRange(let light, let reason): "cannot set '\(light)': \(reason)"
    case .sessionEnded: "cannot watch 'lights': the session was cancelled"
    case .anotherCall: "cannot watch 'lights': another call came on the connection"
    }
  }
}

extension AutomaticError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noSensor(let reason): "cannot turn on automatic brightness: \(reason)"
    case .notAutomatic(let light, let reason): "cannot turn on automatic brightness of '\(light)': \(reason)"
    case .noSuchLight(let light, let known): sentence(unknown: light, known)
    case .ambiguousLight(let light, let known): sentence(ambiguous: light, known)
    case .noLights: "cannot choose 'light': no light was found"
    }
  }
}

private func sentence(unknown light: String, _ known: [String]) -> String {
  let choice = known.isEmpty ? "there is no light" : "expected \(known.joined(separator: ", "))"
  return "cannot find '\(light)': \(choice)"
}

private func sentence(ambiguous light: String, _ known: [String]) -> String {
  "cannot choose '\(light)': it is a name of \(known.joined(separator: ", "))"
}

extension SessionsError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noSuchScene(let scene): "cannot find 'scene \(scene)': the session does not have it"
    case .noSuchSession(let session): "there is no session \(session)"
    case .invalidClaim(let field, let reason): "cannot claim '\(field)': \(reason)"
    case .tooMany(let what, let limit): "cannot add '\(what)': \(limit) at most are allowed"
    case .sessionEnded: "cannot watch 'sessions': the session was cancelled"
    case .anotherCall: "cannot go on with 'Hold' or 'Watch': another call came on the connection"
    }
  }
}

import ControlAPI
import EventLoop
import Model
import Varlink

public struct ExitStatus: RawRepresentable, Hashable, Sendable {
  public let rawValue: CInt

  public init(rawValue: CInt) { self.rawValue = rawValue }

  public static let success = ExitStatus(rawValue: 0)
  /// The daemon refused, or an operation failed.
  public static let failed = ExitStatus(rawValue: 1)
  public static let invalidArguments = ExitStatus(rawValue: 2)
  public static let unreachable = ExitStatus(rawValue: 3)
  public static let noSuchLight = ExitStatus(rawValue: 4)
  /// `hold` failed before its command started.
  public static let beforeCommand = ExitStatus(rawValue: 125)

  /// Stable name of a failure in JSON.
  fileprivate var code: String {
    switch self {
    case .invalidArguments: "invalidArguments"
    case .unreachable: "unreachable"
    case .noSuchLight: "noSuchLight"
    default: "failed"
    }
  }
}

/// Error that ends the client: a message, a hint for the user, and an exit status.
struct Failure: Error, Hashable {
  let status: ExitStatus
  let reason: String
  var hint: String?

  var message: String { hint.map { "\(reason); \($0)" } ?? reason }

}

/// An error in the output of `--json`.
extension Failure: JSONObjectWritable {
  func writeFields(to writer: inout JSONWriter) {
    writer.field("code", status.code)
    writer.field("message", reason)
    writer.field("hint", hint)
  }
}

extension Failure {
  init(_ error: SystemError) { self.init(status: .failed, reason: "\(error)") }

  init(_ error: ControlError, cannot verb: String, _ object: String, allowed: String = allowedUsers) {
    switch error {
    case .lights(.noSuchLight), .lights(.noLights): self.init(status: .noSuchLight, reason: "\(error)")
    case .lights(.ambiguousLight): self.init(status: .noSuchLight, reason: "\(error)", hint: "name one of them")
    case .sessions(.invalidClaim("light", let reason)): self.init(status: .noSuchLight, reason: reason)
    case .service(.permissionDenied):
      self.init(status: .failed, reason: "cannot \(verb) '\(object)': permission denied", hint: allowed)
    case .call(.disconnected(let end)): self.init(status: .unreachable, reason: "cannot \(verb) '\(object)': \(end)")
    case .lights, .sessions, .service, .call: self.init(status: .failed, reason: "\(error)")
    }
  }

  static let allowedUsers = "allowed for root, the daemon's group and the user of the active session"
  static let onlyRoot = "only root may end sessions of other users"
}

typealias Light = LightsInterface.Light
typealias Level = LightsInterface.Level
typealias Session = SessionsInterface.Session

/// The calls of the verbs, with errors for the user.
extension ControlClient {
  /// Makes a call for a verb on an object; a nil light is the one that the daemon chooses.
  func ask<Reply>(
    _ verb: String,
    _ light: String?,
    allowed: String = Failure.allowedUsers,
    _ call: (ControlClient) async throws(ControlError) -> Reply
  ) async throws(Failure) -> Reply {
    do {
      return try await call(self)
    } catch {
      throw await failure(error, cannot: verb, light, allowed: allowed)
    }
  }

  /// The failure of a call; if the daemon could not choose a light, it lists those to choose from.
  func failure(
    _ error: ControlError,
    cannot verb: String,
    _ light: String?,
    allowed: String = Failure.allowedUsers
  ) async -> Failure {
    var failure = Failure(error, cannot: verb, light ?? "light", allowed: allowed)
    switch error {
    case .lights(.noLights):
      let lights = ((try? await self.lights.list().lights) ?? []).map { "\($0.id) (\($0.kind.rawValue))" }
      failure.hint = lights.isEmpty ? "there are no other lights" : "name one of: \(lights.joined(separator: ", "))"
    case .lights(.ambiguousLight(_, let known)) where light == nil:
      let reason = "cannot choose 'light': there are \(known.joined(separator: ", "))"
      failure = Failure(status: failure.status, reason: reason, hint: failure.hint)
    default: break
    }
    return failure
  }

  func lightList() async throws(Failure) -> [Light] {
    try await ask("list", "lights") { (client) throws(ControlError) in try await client.lights.list().lights }
  }

  func sessionList() async throws(Failure) -> [Session] {
    try await ask("list", "holds") { (client) throws(ControlError) in try await client.allSessions() }
  }

  func light(_ name: String?, for verb: String) async throws(Failure) -> Light {
    try await ask(verb, name) { (client) throws(ControlError) in try await client.lights.get(light: name).light }
  }

  func set(_ light: String?, to level: Level, fade: Duration? = nil, allowsOff: Bool) async throws(Failure) -> [Light] {
    try await ask("set", light) { (client) throws(ControlError) in
      try await client.lights.set(light: light, level: level, fade: fade, allowOff: allowsOff ? true : nil).lights
    }
  }
}

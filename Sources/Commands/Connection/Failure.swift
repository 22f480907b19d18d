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
  /// As in a shell: the command of `hold` cannot be run.
  public static let commandNotRun = ExitStatus(rawValue: 126)
  public static let commandNotFound = ExitStatus(rawValue: 127)
}

/// Error that ends the client: a message, a hint for the user, and an exit status.
struct Failure: Error, Hashable {
  let status: ExitStatus
  let code: Code
  let reason: String
  var hint: String?

  /// Without a code it is that of the status.
  init(status: ExitStatus, code: Code? = nil, reason: String, hint: String? = nil) {
    (self.status, self.code, self.reason, self.hint) = (status, code ?? Code(of: status), reason, hint)
  }

  var message: String { hint.map { "\(reason); \($0)" } ?? reason }

  /// Stable name of a kind of error, in JSON.
  enum Code: String, CaseIterable, JSONWritable {
    case invalidArguments, unreachable, timeout, permissionDenied
    case noSuchLight, ambiguousLight, noLights, notWritable, outOfRange
    case noSuchHold, ambiguousHold, invalidClaim, tooMany, failed

    fileprivate init(of status: ExitStatus) {
      self =
        switch status {
        case .invalidArguments: .invalidArguments
        case .unreachable: .unreachable
        case .noSuchLight: .noSuchLight
        default: .failed
        }
    }

    fileprivate var status: ExitStatus {
      switch self {
      case .invalidArguments: .invalidArguments
      case .unreachable, .timeout: .unreachable
      case .noSuchLight, .ambiguousLight, .noLights: .noSuchLight
      case .permissionDenied, .notWritable, .outOfRange, .noSuchHold, .ambiguousHold, .invalidClaim, .tooMany, .failed:
        .failed
      }
    }
  }
}

/// An error in the output of `--json`.
extension Failure: JSONObjectWritable {
  func writeFields(to writer: inout JSONWriter) {
    writer.field("code", code)
    writer.field("message", reason)
    writer.field("hint", hint)
  }
}

extension Failure {
  init(_ error: SystemError) { self.init(status: .failed, reason: "\(error)") }

  init(_ error: ControlError, cannot verb: String, _ object: String, allowed: String = allowedUsers) {
    let code = Code(error)
    var (reason, hint) = ("\(error)", nil as String?)
    switch error {
    case .lights(.ambiguousLight): hint = "name one of them"
    case .sessions(.invalidClaim("light", let cause)): reason = cause
    case .service(.permissionDenied): (reason, hint) = ("cannot \(verb) '\(object)': permission denied", allowed)
    case .call(.disconnected(let end)): reason = "cannot \(verb) '\(object)': \(end)"
    case .lights, .sessions, .service, .call: break
    }
    self.init(status: code.status, code: code, reason: reason, hint: hint)
  }

  static let allowedUsers = "allowed for root, the daemon's group and the user of the active session"
  static let onlyRoot = "only root may end sessions of other users"
}

extension Failure.Code {
  init(_ error: ControlError) {
    self =
      switch error {
      case .lights(.noSuchLight), .sessions(.invalidClaim("light", _)): .noSuchLight
      case .lights(.ambiguousLight): .ambiguousLight
      case .lights(.noLights): .noLights
      case .lights(.notWritable): .notWritable
      case .lights(.outOfRange): .outOfRange
      case .sessions(.noSuchSession), .sessions(.noSuchScene): .noSuchHold
      case .sessions(.invalidClaim): .invalidClaim
      case .sessions(.tooMany): .tooMany
      case .service(.permissionDenied): .permissionDenied
      case .call(.disconnected(.silent)): .timeout
      case .call(.disconnected): .unreachable
      case .service, .call: .failed
      }
  }
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
      failure = Failure(status: failure.status, code: failure.code, reason: reason, hint: failure.hint)
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

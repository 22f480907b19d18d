import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink

public struct ExitStatus: Hashable, Sendable {
  public let rawValue: CInt

  package static let success = ExitStatus(rawValue: 0)
  /// The daemon refused, or an operation failed.
  package static let failed = ExitStatus(rawValue: 1)
  static let invalidArguments = ExitStatus(rawValue: 2)
  static let unreachable = ExitStatus(rawValue: 3)
  static let noSuchLight = ExitStatus(rawValue: 4)
  /// `idle`: no compositor says when the user is idle.
  static let unsupported = ExitStatus(rawValue: 5)
  /// `hold` failed before its command started.
  static let beforeCommand = ExitStatus(rawValue: 125)
  /// As in a shell: the command of `hold` cannot be run.
  static let commandNotRun = ExitStatus(rawValue: 126)
  static let commandNotFound = ExitStatus(rawValue: 127)
}

/// Error that ends the client: a message, a hint for the user, and an exit status. It is an object
/// in the output of `--json`.
package struct Failure: Error, Hashable, JSONObjectWritable {
  package let code: Code
  package let status: ExitStatus
  package var reason: String
  package var hint: String?

  /// By default, `status` follows from the code.
  package init(_ code: Code, status: ExitStatus? = nil, reason: String, hint: String? = nil) {
    self.code = code
    self.status = status ?? code.status
    self.reason = reason
    self.hint = hint
  }

  package var message: String { hint.map { "\(reason); \($0)" } ?? reason }

  package func writeFields(to writer: inout JSONWriter) {
    writer.field("code", code)
    writer.field("message", reason)
    writer.field("hint", hint)
  }

  package init(_ error: SystemError) { self.init(.failed, reason: "\(error)") }

  package init(_ error: ControlError, cannot verb: String, _ object: String, needing right: Right = .changeLights) {
    let front = "cannot \(verb) '\(object)'"
    self =
      switch error {
      case .lights(.noSuchLight), .automatic(.noSuchLight): Failure(.noSuchLight, reason: "\(error)")
      case .lights(.ambiguousLight), .automatic(.ambiguousLight):
        Failure(.ambiguousLight, reason: "\(error)", hint: "name one of them")
      case .lights(.noLights), .automatic(.noLights): Failure(.noLights, reason: "\(error)")
      case .automatic(.noSensor): Failure(.noSensor, reason: "\(error)", hint: "see `\(Grammar.program) doctor`")
      case .automatic(.notAutomatic): Failure(.notAutomatic, reason: "\(error)")
      // This error also reports a monitor that could not be read.
      case .lights(.notWritable(let light, let cause)):
        Failure(.notWritable, reason: "cannot \(verb) '\(light)': \(cause)")
      case .lights(.outOfRange): Failure(.outOfRange, reason: "\(error)")
      case .lights(.sessionEnded), .lights(.anotherCall), .sessions(.sessionEnded), .sessions(.anotherCall):
        Failure(.failed, reason: "\(error)")
      case .sessions(.noSuchSession), .sessions(.noSuchScene): Failure(.noSuchHold, reason: "\(error)")
      case .sessions(.invalidClaim("light", let cause)): Failure(.noSuchLight, reason: cause)
      case .sessions(.invalidClaim): Failure(.invalidClaim, reason: Self.refusal(error, front))
      case .sessions(.tooMany): Failure(.tooMany, reason: Self.refusal(error, front))
      case .service(.permissionDenied):
        Failure(.permissionDenied, reason: "\(front): permission denied", hint: right.owners)
      case .service(.interfaceNotFound(AutomaticInterface.name)):
        Failure(.failed, reason: "\(front): the daemon is too old for it", hint: "update brightnessd, and restart it")
      case .call(.disconnected(.silent(let time))): Failure(.timeout, reason: "\(front): \(ConnectionEnd.silent(time))")
      case .call(.disconnected(.finished)):
        Failure(.unreachable, reason: "\(front): the daemon closed the connection", hint: "see its log")
      case .call(.disconnected(let end)): Failure(.unreachable, reason: "\(front): \(end)")
      case .service, .call: Failure(.failed, reason: Self.refusal(error, front))
      }
  }

  /// The option for each field of a request. The client checks the ranges itself, but a daemon of
  /// another version may have others.
  private static let options = [
    "name": HoldOptions.name, "reason": HoldOptions.reason, "priority": HoldOptions.priority,
    "onUserChange": HoldOptions.onChange, "expiresMilliseconds": HoldOptions.time, "fadeMilliseconds": Option.fade,
  ].mapValues(\.name)

  /// Why a request was refused, in the words of the command line.
  private static func refusal(_ error: ControlError, _ front: String) -> String {
    switch error {
    case .sessions(.tooMany("claims", let limit)): return "\(front): expected at most \(limit) levels"
    case .sessions(.tooMany("sceneBytes", let limit)):
      return "\(front): expected at most \(limit) bytes of all your holds"
    case .sessions(.tooMany(let part, let limit)):
      if let option = options[part] { return "cannot use '\(option)': expected at most \(limit) bytes" }
    case .sessions(.invalidClaim(let field, let cause)):
      if let option = options[field] { return "cannot use '\(option)': \(cause)" }
    case .service(.invalidParameter(let field, let cause)):
      if let option = options[field] { return "cannot use '\(option)': \(cause ?? "the daemon refuses its value")" }
    default: break
    }
    return "\(error)"
  }

  /// The right that a call needs.
  package enum Right: Hashable, Sendable {
    case changeLights, endSessionsOfOthers

    /// Who has the right, worded without what the daemon reports.
    fileprivate var owners: String {
      switch self {
      case .changeLights:
        "allowed for root, the user of the active session and the groups that `\(Grammar.program) doctor` names"
      case .endSessionsOfOthers: "only root may end sessions of other users"
      }
    }
  }

  /// Who may change lights, with the groups that the daemon reports.
  fileprivate static func allowed(for groups: [String]) -> String {
    let names = groups.map { $0.inOneLine(atMost: 40) }.joined(separator: " or ")
    let user = "the user of the active session"
    let users = groups.isEmpty ? "root and \(user)" : "root, \(user) and members of the group \(names)"
    return "allowed for \(users); see `\(Grammar.program) doctor`"
  }

  /// Stable name of a kind of error, in JSON.
  package enum Code: String, CaseIterable, JSONWritable {
    case invalidArguments, unreachable, timeout, permissionDenied
    case noSuchLight, ambiguousLight, noLights, notWritable, outOfRange
    case noSensor, notAutomatic
    case noSuchHold, ambiguousHold, invalidClaim, tooMany, unsupported, failed

    fileprivate var status: ExitStatus {
      switch self {
      case .invalidArguments: .invalidArguments
      case .unreachable, .timeout: .unreachable
      case .noSuchLight, .ambiguousLight, .noLights: .noSuchLight
      case .unsupported: .unsupported
      case .permissionDenied, .notWritable, .outOfRange, .noSensor, .notAutomatic, .noSuchHold, .ambiguousHold,
        .invalidClaim, .tooMany, .failed:
        .failed
      }
    }
  }
}

package typealias Light = LightsInterface.Light
typealias Level = LightsInterface.Level
package typealias Session = SessionsInterface.Session

/// Calls of the verbs; their errors are worded for the user.
extension ControlClient {
  /// Makes the call of a verb. Without a light, the daemon chooses the lights.
  package func ask<Reply>(
    _ verb: String,
    _ light: String?,
    needing right: Failure.Right = .changeLights,
    _ call: (ControlClient) async throws(ControlError) -> Reply
  ) async throws(Failure) -> Reply {
    do {
      return try await call(self)
    } catch {
      throw await failure(error, cannot: verb, light, needing: right)
    }
  }

  /// The failure of a call, with a hint from what the daemon knows: the lights to choose from, or
  /// the groups that have the right. For a hold, `named` are the lights of its claims.
  func failure(
    _ error: ControlError,
    cannot verb: String,
    _ light: String?,
    named: [String] = [],
    needing right: Failure.Right = .changeLights
  ) async -> Failure {
    var failure = Failure(error, cannot: verb, light ?? "light", needing: right)
    switch error {
    case .service(.permissionDenied) where right == .changeLights:
      if let report = try? await health.report() { failure.hint = Failure.allowed(for: report.groups) }
    case .lights(.noSuchLight(let name, _)), .automatic(.noSuchLight(let name, _)):
      if let lights = try? await self.lights.list().lights { failure.explain(unknown: name, for: verb, among: lights) }
    case .sessions(.invalidClaim("light", _)):
      if let lights = try? await self.lights.list().lights, let unknown = lights.unknown(named) {
        failure.explain(unknown: unknown, for: verb, among: lights)
      }
    case .lights(.noLights), .automatic(.noLights):
      let lights = ((try? await self.lights.list().lights) ?? []).map { "\($0.id) (\($0.kind.rawValue))" }
      failure.hint = lights.isEmpty ? "there are no other lights" : "name one of: \(lights.joined(separator: ", "))"
    default: break
    }
    return failure
  }
}

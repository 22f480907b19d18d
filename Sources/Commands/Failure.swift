import ControlAPI
import EventLoop
import Model
import Varlink

/// Exit status of the client.
public struct ExitStatus: RawRepresentable, Hashable, Sendable {
  public let rawValue: CInt

  public init(rawValue: CInt) {
    self.rawValue = rawValue
  }

  public static let success = ExitStatus(rawValue: 0)
  /// The daemon refused, or an operation failed.
  public static let failed = ExitStatus(rawValue: 1)
  public static let invalidArguments = ExitStatus(rawValue: 2)
  /// The daemon cannot be reached.
  public static let unreachable = ExitStatus(rawValue: 3)
  public static let noSuchLight = ExitStatus(rawValue: 4)
}

/// Error that ends the client: a message, a hint for the user, and an exit status.
struct Failure: Error, Hashable {
  let status: ExitStatus
  let reason: String
  var hint: String?

  var message: String { hint.map { "\(reason); \($0)" } ?? reason }
}

extension Failure {
  init(_ error: SystemError) {
    self.init(status: .failed, reason: "\(error)")
  }

  /// Error of a call that a verb made on an object.
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

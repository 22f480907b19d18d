import ControlAPI
import EventLoop
import Varlink

/// Why a verb cannot be carried out: a line for people, what may help them, and a status for programs.
struct Failure: Error, Hashable {
  let status: ExitStatus
  let reason: String
  var hint: String?

  /// The one line that is said.
  var sentence: String { hint.map { "\(reason); \($0)" } ?? reason }
}

extension Failure {
  /// The daemon has refused what was tried on something.
  init(_ error: ControlError, cannot verb: String, _ object: String, mayBeDoneBy who: String = whoMay) {
    switch error {
    case .lights(let error): self.init(error)
    case .sessions(.invalidClaim("light", let reason)): self.init(status: .noSuchLight, reason: reason)
    case .sessions(let error): self.init(status: .refused, reason: "\(error)")
    case .service(.permissionDenied):
      self.init(status: .refused, reason: "cannot \(verb) '\(object)': permission denied", hint: who)
    case .service(let error): self.init(status: .refused, reason: "\(error)")
    case .call(.disconnected(let end)): self.init(status: .unreachable, reason: "cannot \(verb) '\(object)': \(end)")
    case .call(let error): self.init(status: .refused, reason: "\(error)")
    }
  }

  private init(_ error: LightsError) {
    switch error {
    case .noSuchLight, .noLights: self.init(status: .noSuchLight, reason: "\(error)")
    case .ambiguousLight: self.init(status: .noSuchLight, reason: "\(error)", hint: "name one of them")
    case .notWritable, .outOfRange: self.init(status: .refused, reason: "\(error)")
    }
  }

  static let whoMay = "root, the daemon's group and whoever sits at the machine may"
  static let rootMay = "only root may end the sessions of other users"
}

import ControlAPI
import EventLoop
import Model
import Varlink

/// What the program says to whoever has called it.
public struct ExitStatus: RawRepresentable, Hashable, Sendable {
  public let rawValue: CInt

  public init(rawValue: CInt) {
    self.rawValue = rawValue
  }

  public static let done = ExitStatus(rawValue: 0)
  /// Refused or failed.
  public static let refused = ExitStatus(rawValue: 1)
  public static let misused = ExitStatus(rawValue: 2)
  /// The daemon cannot be reached.
  public static let unreachable = ExitStatus(rawValue: 3)
  public static let noSuchLight = ExitStatus(rawValue: 4)
}

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

extension ControlClient {
  /// Why something cannot be done with a light; where none was named and none can be chosen, with those that could have been.
  func failure(_ error: ControlError, cannot verb: String, _ light: String?) async -> Failure {
    switch error {
    case .lights(.noLights):
      var failure = Failure(error, cannot: verb, "light")
      failure.hint = await alternatives()
      return failure
    case .lights(.ambiguousLight(_, let known)) where light == nil:
      let names = known.joined(separator: ", ")
      return Failure(
        status: .noSuchLight,
        reason: "cannot choose 'light': there are \(names)",
        hint: "name one of them"
      )
    default: return Failure(error, cannot: verb, light ?? "light")
    }
  }

  private func alternatives() async -> String {
    let lights = (try? await lights.list().lights) ?? []
    if lights.isEmpty { return "there is no other light either" }
    return "name one of those there are: " + lights.map { "\($0.id) (\($0.kind.rawValue))" }.joined(separator: ", ")
  }
}

import Varlink

/// Why a call to the daemon has no reply.
public enum ControlError: Error, Hashable {
  /// The daemon refused, about lights.
  case lights(LightsError)
  /// The daemon refused, about sessions.
  case sessions(SessionsError)
  /// The daemon refused as every service may.
  case service(ServiceError)
  /// The daemon is gone, or answered what this program does not understand.
  case call(CallError)

  init(_ error: CallError) {
    self =
      error.answer(as: LightsError.self).map(Self.lights)
      ?? error.answer(as: SessionsError.self).map(Self.sessions)
      ?? error.answer(as: ServiceError.self).map(Self.service)
      ?? .call(error)
  }
}

extension ControlError: CustomStringConvertible {
  /// The error in words.
  public var description: String {
    switch self {
    case .lights(let error): "\(error)"
    case .sessions(let error): "\(error)"
    case .service(let error): "\(error)"
    case .call(let error): "\(error)"
    }
  }
}

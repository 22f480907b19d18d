import Brightness
import ControlAPI

extension SceneRequest {
  /// A request in the mind's words, or why it cannot be taken.
  init(
    _ request: SessionsInterface.SceneRequest,
    among names: LightNames,
    within limits: SessionLimits
  ) throws(SessionsError) {
    var claims: [Claim] = []
    for claim in request.claims { claims.append(try Claim(claim, among: names)) }
    do throws(SessionError) {
      try self.init(
        name: request.name,
        reason: request.reason,
        claims: claims,
        priority: request.priority.map(Priority.init) ?? .normal,
        onChange: request.onChange.map(ChangePolicy.init) ?? .yield,
        expires: request.expires,
        fade: request.fade,
        within: limits
      )
    } catch {
      throw SessionsError(error)
    }
  }
}

extension Claim {
  fileprivate init(_ claim: SessionsInterface.Claim, among names: LightNames) throws(SessionsError) {
    let share: Share
    let selector: LightSelector
    do throws(LevelError) {
      share = try Share(percent: claim.percent)
    } catch {
      throw .invalidClaim(field: "percent", reason: error.reason)
    }
    do throws(LightsError) {
      selector = try names.selector(claim.light)
    } catch {
      throw .invalidClaim(field: "light", reason: "\(error)")
    }
    self.init(Wish(claim.rule, share), of: selector)
  }
}

extension SessionsError {
  init(_ error: SessionError) {
    switch error {
    case .beyond(let limit, let subject, _): self = .tooMany(subject.rawValue, limit: limit.maximum)
    case .durationOutOfRange(let subject, _): self = .invalidClaim(field: subject.onWire, reason: "\(error)")
    case .noSuchScene(let scene): self = .noSuchScene(scene.number)
    case .noSuchSession(let session): self = .noSuchSession(session.number)
    }
  }
}

extension SessionError.Subject {
  /// The field that a client knows it by.
  fileprivate var onWire: String {
    switch self {
    case .expires: "expiresMilliseconds"
    case .fade: "fadeMilliseconds"
    default: rawValue
    }
  }
}

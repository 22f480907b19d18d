import Brightness
import ControlAPI
import EventLoop
import Model

extension SceneRequest {
  /// A request from the wire, or why it cannot be taken.
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
        priority: request.priority ?? .normal,
        onChange: request.onUserChange ?? .yield,
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
    let share = try converting({ SessionsError.invalidClaim(field: "percent", reason: $0.reason) }) {
      () throws(LevelError) in try Share(percent: claim.percent)
    }
    let selector = try converting({ SessionsError.invalidClaim(field: "light", reason: "\($0)") }) {
      () throws(LightsError) in try names.selector(claim.light)
    }
    self.init(Wish(claim.rule, share), of: selector)
  }
}

extension SessionsError {
  init(_ error: SessionError) {
    switch error {
    case .beyond(let subject, let limit, _): self = .tooMany(what: subject.rawValue, limit: limit)
    case .durationOutOfRange(let subject, _): self = .invalidClaim(field: subject.onWire, reason: "\(error)")
    case .noSuchScene(let scene): self = .noSuchScene(scene: scene.number)
    case .noSuchSession(let session): self = .noSuchSession(session: session.number)
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

extension Wish {
  init(_ rule: SessionsInterface.Rule, _ share: Share) {
    switch rule {
    case .exactly: self = .exactly(share)
    case .atLeast: self = .atLeast(share)
    case .atMost: self = .atMost(share)
    case .scaled: self = .scaled(share)
    }
  }

  var onWire: (rule: SessionsInterface.Rule, percent: Double) {
    switch self {
    case .exactly(let share): (.exactly, share.percent)
    case .atLeast(let share): (.atLeast, share.percent)
    case .atMost(let share): (.atMost, share.percent)
    case .scaled(let share): (.scaled, share.percent)
    }
  }
}

extension SessionsInterface.Claim {
  init(_ claim: Claim) {
    let (rule, percent) = claim.wish.onWire
    self.init(light: claim.selector.onWire, rule: rule, percent: percent)
  }
}

extension LightSelector {
  fileprivate var onWire: String? {
    switch self {
    case .light(let id): id.description
    case .kind(let kind): kind.rawValue
    case .picture: nil
    }
  }
}

extension SessionsInterface.Session {
  /// A session as a client sees it; what is none of theirs is left out.
  init(_ session: Session.State, in state: Core.State, at now: Moment, isPrivate: Bool) {
    self.init(
      id: session.id.number,
      uid: Int(session.peer.uid),
      pid: isPrivate ? nil : Int(session.peer.pid),
      age: session.age(at: now),
      suspended: state.isSuspended(session.id),
      scenes: session.scenes.map {
        SessionsInterface.Scene($0, in: state, at: now, isPrivate: isPrivate)
      }
    )
  }
}

extension SessionsInterface.Scene {
  fileprivate init(_ scene: Scene.State, in state: Core.State, at now: Moment, isPrivate: Bool) {
    self.init(
      id: scene.owner.scene.number,
      name: isPrivate ? nil : scene.request.name,
      reason: isPrivate ? nil : scene.request.reason,
      claims: scene.request.claims.map(SessionsInterface.Claim.init),
      priority: scene.request.priority,
      onUserChange: scene.request.onChange,
      appeared: scene.appearance != nil,
      deciding: state.isDeciding(scene.owner),
      remaining: scene.remaining(at: now)
    )
  }
}

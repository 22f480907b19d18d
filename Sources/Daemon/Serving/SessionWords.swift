import Brightness
import ControlAPI

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

extension Priority {
  init(_ priority: SessionsInterface.Priority) {
    switch priority {
    case .low: self = .low
    case .normal: self = .normal
    case .high: self = .high
    }
  }

  var onWire: SessionsInterface.Priority {
    switch self {
    case .low: .low
    case .normal: .normal
    case .high: .high
    }
  }
}

extension ChangePolicy {
  init(_ onChange: SessionsInterface.OnChange) {
    switch onChange {
    case .yield: self = .yield
    case .rebase: self = .rebase
    case .cancel: self = .cancel
    }
  }

  var onWire: SessionsInterface.OnChange {
    switch self {
    case .yield: .yield
    case .rebase: .rebase
    case .cancel: .cancel
    }
  }
}

extension SessionsInterface.SceneEvent {
  init(_ event: SceneEvent) {
    switch event {
    case .holding: self = .holding
    case .outranked: self = .outranked
    case .suspended: self = .suspended
    case .yielded: self = .yielded
    case .resumed: self = .resumed
    case .expired: self = .expired
    case .cancelled: self = .cancelled
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

extension SessionsInterface.SceneRequest {
  /// A request as a client could have made it.
  init(_ request: SceneRequest) {
    self.init(
      name: request.name,
      reason: request.reason,
      claims: request.claims.map(SessionsInterface.Claim.init),
      priority: request.priority.onWire,
      onChange: request.onChange.onWire,
      expires: request.expires,
      fade: request.fade
    )
  }
}

extension SessionsInterface.Session {
  /// A session as a client sees it; what is none of theirs is left out.
  init(_ session: Session.State, in mind: Mind.State, at now: Moment, isPrivate: Bool) {
    self.init(
      id: session.id.number,
      uid: Int(session.peer.uid),
      pid: isPrivate ? nil : Int(session.peer.pid),
      age: session.age(at: now),
      suspended: mind.suspended.contains(session.id),
      scenes: session.scenes.filter { $0.end == nil }.map {
        SessionsInterface.Scene($0, in: mind, at: now, isPrivate: isPrivate)
      }
    )
  }
}

extension SessionsInterface.Scene {
  fileprivate init(_ scene: Scene.State, in mind: Mind.State, at now: Moment, isPrivate: Bool) {
    self.init(
      id: scene.owner.scene.number,
      name: isPrivate ? nil : scene.request.name,
      reason: isPrivate ? nil : scene.request.reason,
      claims: scene.request.claims.map(SessionsInterface.Claim.init),
      priority: scene.request.priority.onWire,
      onChange: scene.request.onChange.onWire,
      appeared: scene.appearance != nil,
      deciding: mind.isDeciding(scene.owner),
      remaining: scene.remaining(at: now)
    )
  }
}

import Brightness
import ControlAPI

extension LightsInterface.Light {
  /// A light as clients see it.
  init(_ light: KnownLight) {
    let view = light.view
    self.init(
      id: light.id.description,
      kind: LightsInterface.Kind(view.kind),
      raw: view.target.raw,
      maximum: view.range.maximum,
      level: view.target.share.percent,
      base: view.base.setting.share.percent,
      baseRaw: view.base.setting.raw,
      floor: view.range.floorShare.percent,
      standing: LightsInterface.Standing(view.standing),
      session: view.decider?.session.number,
      scene: view.decider?.scene.number,
      reason: light.trouble
    )
  }
}

extension LightsInterface.Kind {
  init(_ kind: LightKind) {
    switch kind {
    case .panel: self = .panel
    case .monitor: self = .monitor
    case .keyboard: self = .keyboard
    case .indicator: self = .indicator
    }
  }
}

extension LightsInterface.Standing {
  init(_ standing: LightStanding) {
    switch standing {
    case .free: self = .free
    case .held: self = .held
    case .owing: self = .owing
    case .unavailable: self = .unavailable
    }
  }
}

extension LightsInterface.Cause {
  init(_ cause: LightCause) {
    switch cause {
    case .initial: self = .initial
    case .set: self = .set
    case .hold: self = .hold
    case .release: self = .release
    case .person: self = .person
    case .hotplug: self = .hotplug
    case .resume: self = .resume
    case .settle: self = .settle
    }
  }
}

extension Level {
  /// A wished level in the mind's words.
  init(_ level: LightsInterface.Level) throws(LevelError) {
    switch level {
    case .percent(let percent): self = .share(try Share(percent: percent))
    case .changePercent(let percent): self = try .change(percent: percent)
    case .raw(let raw): self = .raw(raw)
    case .changeRaw(let raw): self = try .change(raw: raw)
    }
  }
}

extension LightCause {
  init(_ cause: KeeperNews.Cause) {
    switch cause {
    case .hold: self = .hold
    case .release: self = .release
    case .set: self = .set
    case .person: self = .person
    case .hotplug: self = .hotplug
    case .settle: self = .settle
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

extension SessionsInterface.Session {
  /// A session as a client sees it; what is none of theirs is left out.
  init(_ session: Session.State, in mind: Mind.State, at now: Moment, isPrivate: Bool) {
    self.init(
      id: session.id.number,
      uid: Int(session.peer.uid),
      pid: isPrivate ? nil : Int(session.peer.pid),
      age: session.age(at: now),
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

extension SceneRequest {
  /// A request in the mind's words, or why it cannot be taken.
  init(_ request: SessionsInterface.SceneRequest, among names: LightNames) throws(SessionsError) {
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
        fade: request.fade
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
      throw .invalidClaim(field: "percent", reason: "\(error)")
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
    case .durationOutOfRange(let subject, _): self = .invalidClaim(field: subject.rawValue, reason: "\(error)")
    case .noSuchScene(let scene): self = .noSuchScene(scene.number)
    case .noSuchSession(let session): self = .noSuchSession(session.number)
    }
  }
}

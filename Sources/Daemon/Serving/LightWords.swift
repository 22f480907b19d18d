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
    case .gone: self = .gone
    case .resume: self = .resume
    case .settle: self = .settle
    case .settings: self = .settings
    case .seat: self = .seat
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

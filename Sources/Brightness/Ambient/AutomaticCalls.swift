import Model

/// What a client wants of automatic brightness.
public enum AutomaticChange: String, Hashable, Codable, Sendable {
  case turnOn, turnOff
  /// Forget what the user has taught.
  case forget
}

extension Core.State {
  /// Carries out a change on each of the lights, or on none.
  mutating func changeAutomatic(_ change: AutomaticChange, _ ids: [LightID]) throws(CallFailure) {
    let lights = ids.map(\.visible)
    if change == .turnOn {
      if case .missing(let reason) = ambient.sensor { throw .noSensor(reason) }
      for id in lights { try checkCanFollow(id) }
    }
    turn.value.concernsAmbient = true
    // What was learned for a light can be forgotten when the light is gone.
    for id in lights where change != .turnOn || !parts(of: id).isEmpty {
      switch change {
      case .turnOn: turnOn(id)
      // Its level stays.
      case .turnOff: ambient.followers[id]?.mode = .off
      case .forget: forgetLessons(of: id)
      }
    }
  }

  private func checkCanFollow(_ id: LightID) throws(CallFailure) {
    if kind(of: id) == .indicator { throw .notAutomatic(id, "it is an indicator") }
    if settings.override(id).automatic == false { throw .notAutomatic(id, "its configuration says Automatic=no") }
  }

  private mutating func turnOn(_ id: LightID) {
    let following = Following(allowance: Follower.allowance(for: kind(of: id)))
    guard var follower = ambient.followers[id] else {
      ambient.followers[id] = Follower(rule: firstRule(for: id), mode: .on(following))
      return
    }
    if case .on = follower.mode { return }
    follower.mode = .on(following)
    ambient.followers[id] = follower
  }

  private mutating func forgetLessons(of id: LightID) {
    guard var follower = ambient.followers.removeValue(forKey: id), follower.following != nil else { return }
    follower.rule = firstRule(for: id)
    follower.restart(for: kind(of: id))
    ambient.followers[id] = follower
  }

  /// Begins again with a light whose kind was configured to be another one.
  mutating func fitRule(of id: LightID) {
    switch (ambient.followers[id]?.rule, kind(of: id)) {
    case (nil, _), (.keyboard, .keyboard): break
    case (.curve, let kind) where kind != .keyboard: break
    default: forgetLessons(of: id)
    }
  }

  private func firstRule(for id: LightID) -> AmbientRule {
    if kind(of: id) == .keyboard {
      return .keyboard(KeyboardLevels(now: view(of: id)?.base.setting.share ?? .nothing))
    }
    return .curve(settings.override(id).curve ?? .usual)
  }
}

extension Follower {
  /// Begins again where the light is now.
  fileprivate mutating func restart(for kind: LightKind) {
    let following = Following(allowance: Self.allowance(for: kind))
    switch mode {
    case .off: break
    case .on: mode = .on(following)
    case .paused(let pause, _): mode = .paused(pause, following)
    }
  }
}

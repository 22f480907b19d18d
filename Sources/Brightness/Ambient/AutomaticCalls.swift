import BrightnessModel

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
    if kindOfPart(of: id) == .indicator { throw .notAutomatic(id, "it is an indicator") }
    if settings.override(id).automatic == false { throw .notAutomatic(id, "its configuration says Automatic=no") }
  }

  private mutating func turnOn(_ id: LightID) {
    guard let kind = kindOfPart(of: id) else { return }
    if ambient.followers[id]?.active != nil { return }
    // Its level stands for the light of now, and not for one that was adopted long ago.
    ambient.beginAgain()
    let rule = ambient.followers[id]?.rule ?? firstRule(for: id, kind)
    ambient.followers[id] = Follower(rule: rule, mode: .on(Following()))
  }

  private mutating func forgetLessons(of id: LightID) {
    guard let former = ambient.followers.removeValue(forKey: id), let kind = kindOfPart(of: id) else { return }
    if case .off = former.mode { return }
    ambient.beginAgain()
    var follower = Follower(rule: firstRule(for: id, kind), mode: .on(Following()))
    if case .paused(let pause, _) = former.mode { follower.mode = .paused(pause, Following()) }
    ambient.followers[id] = follower
  }

  /// Begins again with a light whose kind was configured to be another one.
  mutating func fitRule(of id: LightID, to known: FollowedLight) {
    switch (ambient.followers[id]?.rule, known.kind) {
    case (nil, _), (.keyboard, .keyboard): break
    case (.curve, let kind) where kind != .keyboard: break
    default: forgetLessons(of: id)
    }
  }

  /// The kind of the light that decides for all LEDs of a keyboard; nil for a light that is gone.
  private func kindOfPart(of id: LightID) -> LightKind? {
    let parts = parts(of: id)
    return (parts.first { lights[$0]?.isRead == true } ?? parts.first).map(kind)
  }

  private func firstRule(for id: LightID, _ kind: LightKind) -> AmbientRule {
    if kind == .keyboard {
      return .keyboard(KeyboardLevels(now: view(of: id)?.base.setting.share ?? .nothing))
    }
    return .curve(settings.override(id).curve ?? .usual)
  }
}

/// What happens to the lights themselves.
extension Lights {
  /// A light came, came back, changed its range or was looked at after a sleep, and shows a step.
  ///
  /// What is recorded as owed is its base, whatever it shows, unless it is remembered here. A light that had another name keeps what is known of it.
  public mutating func appeared(
    _ id: LightID,
    _ kind: LightKind,
    range: LightRange,
    raw: Int,
    owed: OwedBase? = nil,
    formerly former: LightID? = nil
  ) -> LightsOutcome {
    settling([id]) { lights in
      if let former { lights.rename(former, to: id) }
      if lights.states[id] == nil { lights.add(LightState(id, kind, range: range, raw: raw)) }
      lights.states[id]?.see(range, raw: raw, owed: owed)
    }
  }

  private mutating func add(_ state: LightState) {
    states[state.id] = state
    for scene in scenesInOrder { states[state.id]?.put(scene) }
  }

  private mutating func rename(_ former: LightID, to id: LightID) {
    // What was known of a light that had this name before, and is away, was known of the same one.
    guard states[id]?.isAway ?? true, var state = states.removeValue(forKey: former) else { return }
    state.rename(id, scenesInOrder)
    states[id] = state
  }

  private var scenesInOrder: [SceneInForce] { scenes.values.sorted { $0.appearance < $1.appearance } }

  /// A light that owes nothing, and that nobody claims, is forgotten.
  public mutating func vanished(_ light: LightID) -> LightsOutcome {
    let outcome = settling([light]) { $0.states[light]?.lose() }
    forgetIfUnneeded(light)
    return outcome
  }

  /// A light showed another step than the one that was expected of it, and was left as it is.
  public mutating func found(_ raw: Int, on light: LightID) -> LightsOutcome {
    settling([light]) { $0.states[light]?.find(raw) }
  }

  /// There was nothing to write: the light rests where it was expected to, and its base is recorded if it is owed.
  public mutating func recorded(_ light: LightID) -> LightsOutcome {
    settling([light]) { $0.states[light]?.confirmRest() }
  }

  /// The base of a light could not be recorded, so that its claims cannot count: their scenes end.
  public mutating func unrecorded(_ light: LightID) -> LightsOutcome {
    let owners = states[light]?.owners ?? []
    var outcome = settling(ids) { lights in
      lights.states[light]?.refuseRecord()
      for owner in owners { lights.drop(owner) }
    }
    outcome.cancelled = owners
    return outcome
  }

  /// A write was carried out and seen to have been, as closely as the light can.
  public mutating func wrote(_ raw: Int, on light: LightID) -> LightsOutcome {
    settling([light]) { $0.states[light]?.confirm(raw) }
  }

  /// A write failed. Whoever writes tries again, and tells when it is done.
  public mutating func refused(_ light: LightID) -> LightsOutcome {
    settling([light]) { $0.states[light]?.refuse() }
  }
}

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
    let scenes = scenesInOrder
    var outcome = settling([id]) { lights in
      if let former { lights.rename(former, to: id) }
      lights.states[id]?.become(id, kind, scenes)
      if lights.states[id] == nil { lights.add(LightState(id, kind, range: range, raw: raw)) }
      lights.states[id]?.see(range, raw: raw, owed: owed)
    }
    // Whoever stands aside knows the light by the name that it had.
    if former != nil, let state = states[id] {
      (outcome.takenOver, outcome.yielded) = (id, state.owners.filter(state.aside.contains))
    }
    return outcome
  }

  /// Something else is said of a light from now on: what it is, or which steps it has.
  ///
  /// A light that a claim decides on goes by it at once, since its target is made of it; one that shows its base is left as it is.
  public mutating func described(_ light: LightID, _ kind: LightKind, range: LightRange) -> LightsOutcome {
    let scenes = scenesInOrder
    return settling([light]) { lights in
      lights.states[light]?.become(light, kind, scenes)
      lights.states[light]?.fit(range)
    }
  }

  /// The machine resumed from sleep, and the light was looked at.
  ///
  /// It is told in any case, so that what is on record is put right whatever became of the order before the sleep.
  public mutating func woke(_ light: LightID, range: LightRange, raw: Int) -> LightsOutcome {
    var outcome = settling([light]) { $0.states[light]?.wake(range, raw: raw) }
    if outcome.changes.isEmpty, let state = states[light] { outcome.changes = [LightChange(state, order: nil)] }
    return outcome
  }

  private mutating func add(_ state: LightState) {
    states[state.id] = state
    for scene in scenesInOrder { states[state.id]?.put(scene) }
  }

  private mutating func rename(_ former: LightID, to id: LightID) {
    // What was known of a light that had this name before, and is away, was known of the same one.
    guard states[id]?.isAway ?? true, var state = states.removeValue(forKey: former) else { return }
    state.become(id, state.kind, scenesInOrder)
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

  /// The base of a light could not be recorded, so that the scene that decides there must not: it ends. Others do as they did,
  /// and whoever decides now is tried in turn.
  public mutating func unrecorded(_ light: LightID) -> LightsOutcome {
    let decider = states[light]?.view.decider
    var outcome = settling(ids) { lights in
      lights.states[light]?.refuseRecord()
      if let decider { lights.drop(decider) }
    }
    outcome.cancelled = [decider].compactMap(\.self)
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

/// What happens to the lights themselves.
extension Lights {
  /// A light came, came back, changed its range or was looked at after a sleep, and shows a step.
  ///
  /// What is recorded as owed is its base, whatever it shows.
  public mutating func appeared(
    _ id: LightID,
    _ kind: LightKind,
    range: LightRange,
    raw: Int,
    owed: OwedBase? = nil
  ) -> LightsOutcome {
    settling([id]) { lights in
      if lights.states[id] == nil { lights.add(LightState(id, kind, range: range, raw: raw)) }
      lights.states[id]?.see(range, raw: raw, owed: owed)
    }
  }

  private mutating func add(_ state: LightState) {
    states[state.id] = state
    for scene in scenes.values.sorted(by: { $0.appearance < $1.appearance }) { states[state.id]?.put(scene) }
  }

  public mutating func vanished(_ light: LightID) -> LightsOutcome {
    settling([light]) { $0.states[light]?.lose() }
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

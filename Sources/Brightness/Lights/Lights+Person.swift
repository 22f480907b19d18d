/// What the person does.
extension Lights {
  /// The person moved a light by a key or another tool, and it shows the step already.
  public mutating func moved(_ light: LightID, to raw: Int) -> LightsOutcome {
    takingOver(light) { $0.states[light]?.move(to: raw) }
  }

  /// The system wrote what it remembered of a light that came: that is its base, and nobody has taken over.
  public mutating func restored(_ light: LightID, to raw: Int) -> LightsOutcome {
    settling([light]) { $0.states[light]?.move(to: raw) }
  }

  /// The person chose a level by us.
  ///
  /// A step is taken from what the light shows; where the claim that decides follows the base, from the base.
  public mutating func set(
    _ light: LightID,
    to level: Level,
    allowOff: Bool = false
  ) throws(LevelError) -> LightsOutcome {
    guard var state = states[light] else { return LightsOutcome() }
    let decider = state.view.decider.flatMap { scenes[$0]?.scene.onChange }
    let chosen = try state.choose(level, fromBase: decider == .rebase, allowOff: allowOff)
    var outcome = takingOver(light) { $0.states[light] = state }
    outcome.atEnd = chosen.atEnd
    return outcome
  }

  /// The person wins: of the scenes with a claim on the light, each does what it said it would. Whoever is suspended has no part in it.
  private mutating func takingOver(_ light: LightID, _ change: (inout Lights) -> Void) -> LightsOutcome {
    guard let state = states[light] else { return LightsOutcome() }
    let claiming = state.owners.compactMap { scenes[$0] }
    let affected = claiming.filter { !$0.isSuspended && !state.aside.contains($0.scene.owner) }
    let leaving = affected.filter { $0.scene.onChange != .rebase }
    let cancelled = leaving.filter { $0.scene.onChange == .cancel && !$0.isCovered }.map(\.scene.owner)
    let yielding = leaving.filter { $0.scene.onChange == .yield || $0.isCovered }
    var outcome = settling(cancelled.isEmpty ? [light] : ids) { lights in
      change(&lights)
      for scene in yielding { lights.states[light]?.standAside(scene) }
      for owner in cancelled { lights.drop(owner) }
    }
    outcome.cancelled = cancelled
    (outcome.takenOver, outcome.yielded) = (light, yielding.map(\.scene.owner))
    return outcome
  }
}

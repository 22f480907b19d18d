/// Where an effect comes from, and what it belongs to while it lives.
struct EffectOrigin<Action: Sendable> {
  var place: Place
  let group: SendGroup
  /// Whether the sent action itself asked for it, rather than an action that came in response.
  let isOwn: Bool
  /// The action that asked for it; none when the effect was derived from the state alone.
  let action: Action?
  var names = EffectNames()
  var sequence: LiveEffect?
  /// What the nearest presenter is told when the effect asks to be dismissed.
  var dismissal: Action?
}

/// Effects that have still to begin, and where they will belong.
final class PendingEffects<Action: Sendable> {
  var effects: ArraySlice<Effect<Action>>
  let origin: EffectOrigin<Action>

  init(_ effects: ArraySlice<Effect<Action>>, origin: EffectOrigin<Action>) {
    self.effects = effects
    self.origin = origin
  }
}

/// A living effect, as a test store tells of it.
package struct EffectInFlight: Sendable {
  package let key: Int
  /// The action that asked for it; none when it was derived from the state alone.
  package let action: String?
  /// Where the send was written that it goes back to.
  package let location: CodeLocation?
}

extension AnyStoreCore {
  /// The living effects, the earliest first.
  var effectsInFlight: [EffectInFlight] {
    effects.all.filter { !$0.isAuxiliary }
      .map { EffectInFlight(key: $0.key, action: $0.origin, location: $0.group.location) }
  }
}

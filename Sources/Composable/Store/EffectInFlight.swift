/// A living effect, as a test store tells of it.
package struct EffectInFlight: Sendable {
  package let key: Int
  /// The send that it goes back to.
  package let group: Int
  /// The action that asked for it; none when it was derived from the state alone.
  package let action: String?
  /// Where the send was written that it goes back to.
  package let location: CodeLocation?
}

extension AnyStoreCore {
  /// The living effects, the earliest first.
  var effectsInFlight: [EffectInFlight] {
    effects.all.filter { !$0.isAuxiliary }
      .map { effect in
        EffectInFlight(
          key: effect.key,
          group: effect.group.key,
          action: effect.origin.map { caseName(of: $0) },
          location: effect.group.location
        )
      }
  }
}

/// One effect that has begun and has not ended.
final class LiveEffect {
  /// Counts up: an effect that began earlier has the smaller key.
  let key: Int
  let place: Place
  let group: SendGroup
  let ids: [ErasedID]
  /// The concatenation that goes on when this effect has ended.
  let sequence: LiveEffect?
  /// How many effects of its current step a concatenation waits for.
  var unfinishedSteps = 0
  /// What a concatenation or a throttle has still to begin.
  var pending: AnyObject?
  /// What is held until the effect ends.
  var lease: Lease?
  /// Asks the effect's task to end.
  var cancelWork: (() -> Void)?
  var isEnded = false
  var indexInPlace = 0
  /// On whose account this lives, where somebody records it and it is a feature's own work, rather than what the store needs to order it.
  var account: EffectAccount?

  init(key: Int, place: Place, group: SendGroup, ids: [ErasedID], sequence: LiveEffect?) {
    self.key = key
    self.place = place
    self.group = group
    self.ids = ids
    self.sequence = sequence
  }
}

/// On whose account an effect lives.
struct EffectAccount {
  /// The action that asked for it; none when it was derived from the state alone.
  let action: (any Sendable)?
  /// The send that it goes back to.
  let group: SendGroup
}

/// What one send to the store has started: a count, whatever it grows to.
final class SendGroup {
  let key: Int
  /// Where the send was written, where somebody records it.
  let location: CodeLocation?
  /// The effects that the sent action itself asked for; not those of the actions that came in response.
  var ownEffects: Set<Int> = []
  /// How many effects live that go back to this send.
  var count = 0
  /// Those that wait for the last of them to end.
  var waiters: [ObjectIdentifier: CheckedContinuation<Void, Never>] = [:]

  init(key: Int, location: CodeLocation?) {
    self.key = key
    self.location = location
  }
}

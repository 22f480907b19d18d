/// One effect that has begun and has not ended.
final class LiveEffect: Numbered {
  /// Counts up: an effect that began earlier has the smaller key.
  let key: Int
  let place: Place
  let group: SendGroup
  let names: EffectNames
  /// The concatenation that goes on when this effect has ended.
  let sequence: LiveEffect?
  /// How many effects of its current step a concatenation waits for.
  var unfinishedSteps = 0
  /// What has still to begin: a concatenation's next steps, an effect that waits for a window of time, or the one that waits for this window.
  var pending: AnyObject?
  /// What is held until the effect ends.
  var lease: Lease?
  /// Asks the effect's task to end.
  var cancelWork: (() -> Void)?
  var isEnded = false
  /// Whether it only serves other effects: a concatenation, a window of time, named work inside an effect.
  var isAuxiliary = false
  var indexInPlace = 0
  /// The action that asked for the effect, where somebody records it.
  var origin: (any Sendable)?

  init(key: Int, place: Place, group: SendGroup, names: EffectNames, sequence: LiveEffect?) {
    self.key = key
    self.place = place
    self.group = group
    self.names = names
    self.sequence = sequence
  }
}

/// What one send to the store has started: a count, whatever it grows to.
final class SendGroup: Numbered {
  let key: Int
  /// Where the send was written, where somebody records it.
  let location: CodeLocation?
  /// The effects that the sent action itself asked for; not those of the actions that came in response.
  var ownEffects = EffectKeys.none
  /// How many effects live that go back to this send.
  var count = 0
  /// Those that wait for the last of them to end.
  var waiters: [ObjectIdentifier: CheckedContinuation<Void, Never>] = [:]

  init(key: Int, location: CodeLocation?) {
    self.key = key
    self.location = location
  }

  /// Tells those that wait that nothing lives any more.
  func resumeWaiters() {
    if waiters.count == 0 { return }
    for waiter in waiters.values { waiter.resume() }
    waiters = [:]
  }
}

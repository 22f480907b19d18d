/// One effect that has begun and has not ended.
final class LiveEffect {
  /// Counts up: an effect that began earlier has the smaller key.
  let key: Int
  let place: Place
  let group: SendGroup
  let names: [ErasedID]
  /// The concatenation that continues when this effect has ended.
  let sequence: LiveEffect?
  /// How many effects of its current step a concatenation waits for.
  var unfinishedSteps = 0
  /// Effects that have yet to begin: the next steps of a concatenation, or an effect that waits for
  /// the end of this throttle window.
  var pending: AnyObject?
  /// The resource that is held until the effect ends.
  var lease: Lease?
  /// Asks the effect's task to end.
  var cancelWork: (() -> Void)?
  /// Whether it was returned for the sent action itself, rather than for an action sent in
  /// response.
  let isOwn: Bool
  var isEnded = false
  /// Whether it only serves other effects: a concatenation, a throttle window, named work inside an
  /// effect.
  var isAuxiliary = false
  /// 32 bits, packed with the flags, to save memory: 10,000 effects may live at once
  /// (`effect_resident_bytes` in `bench core`).
  var indexInPlace: Int32 = 0

  init(key: Int, _ origin: EffectOrigin) {
    self.key = key
    place = origin.place
    group = origin.group
    isOwn = origin.isOwn
    names = origin.names
    sequence = origin.sequence
  }

  func stop() {
    _ = lease.take()
    cancelWork.take()?()
    pending = nil
  }
}

/// The effects that one send to the store has started, as a count.
final class SendGroup {
  typealias Waiter = AsyncStream<Never>.Continuation

  let key: Int
  /// The number of live effects that this send has started.
  var count = 0
  /// Tasks that wait for the last of them to end.
  var waiters: [Waiter] = []

  init(key: Int) {
    self.key = key
  }

  func finishWaiters() {
    if waiters.isEmpty { return }
    for waiter in waiters { waiter.finish() }
    waiters = []
  }
}

/// What started an effect, and what it belongs to while it lives.
struct EffectOrigin {
  var place: Place
  let group: SendGroup
  let isOwn: Bool
  /// The action that started it; nil if it was derived from the state.
  let action: (any Sendable)?
  var names: [ErasedID] = []
  var sequence: LiveEffect?
  /// The action that the nearest presenter receives when the effect asks to be dismissed.
  var dismissal: (any Sendable)?
}

/// Effects that have yet to begin, with their origin.
final class PendingEffects<Action: Sendable> {
  var effects: ArraySlice<Effect<Action>>
  let origin: EffectOrigin

  init(_ effects: ArraySlice<Effect<Action>>, origin: EffectOrigin) {
    self.effects = effects
    self.origin = origin
  }
}

final class LiveEffects {
  private var effects = Roster<LiveEffect>()
  /// The effects to end once the whole tree has been compared.
  var doomed: [LiveEffect] = []
  /// Places without effects at the moment. An effect that begins in this turn may still use one.
  var emptyPlaces: [Place] = []
  private var lastKey = 0
  private(set) lazy var root = Place(identity: ErasedID(OnlyChild()), effects: self, siblings: nil)

  var isEmpty: Bool { effects.isEmpty }

  var all: [LiveEffect] { effects.from(0) }

  subscript(key: Int) -> LiveEffect? { effects[key] }

  /// The effects that one send has started; they began after it.
  func effects(of group: Int) -> [LiveEffect] { effects.from(group).filter { $0.group.key == group } }

  func makeKey() -> Int {
    lastKey += 1
    return lastKey
  }

  func begin(_ origin: EffectOrigin) -> LiveEffect {
    let effect = LiveEffect(key: makeKey(), origin)
    effects.append(effect, key: effect.key)
    effect.place.add(effect)
    effect.sequence?.unfinishedSteps += 1
    effect.group.count += 1
    return effect
  }

  /// Removes the places that are still without effects from the tree.
  func removeEmptyPlaces() {
    while let place = emptyPlaces.popLast() { place.leaveIfEmpty() }
  }

  /// Ends the doomed effects, and returns the concatenations to continue.
  func endDoomed() -> [LiveEffect] {
    defer { doomed = [] }
    return end(doomed)
  }

  /// Ends the effects of that name at the place and below it, except the concatenation that asked
  /// for it and those around it.
  func end(named id: ErasedID, at place: Place, sparing asking: LiveEffect? = nil) -> [LiveEffect] {
    var ending = place.effects(named: id)
    var around = asking
    while let effect = around {
      ending.removeAll { $0 === effect }
      around = effect.sequence
    }
    return end(ending)
  }

  /// Ends the effects of a sent action itself, but not those of actions sent in response.
  func end(ownOf group: Int) -> [LiveEffect] { end(effects(of: group).filter(\.isOwn)) }

  /// Ends effects in the order in which they began, and returns the concatenations to continue.
  ///
  /// In several passes, because a release may send an action to the store, which must not find any
  /// of them alive. The groups come last, because a task that waits for a group also waits for its
  /// releases.
  func end(_ ending: [LiveEffect]) -> [LiveEffect] {
    if ending.isEmpty { return [] }
    let ending = ending.filter { !$0.isEnded }.sorted { $0.key < $1.key }
    for effect in ending { effect.isEnded = true }
    for effect in ending {
      effects.remove(effect.key)
      effect.place.remove(effect)
    }
    for effect in ending { effect.stop() }
    let continuing = ending.compactMap(finishStep)
    for effect in ending { leaveGroup(effect.group) }
    return continuing
  }

  /// Ends everything when the store is released, the earliest effect first.
  func endAll() {
    // One by one, so that each effect and its send are freed while they are still in the cache.
    var ending = effects
    effects = Roster()
    ending.removeAll { effect in
      effect.isEnded = true
      effect.stop()
      effect.group.finishWaiters()
    }
    root.dismantle()
  }

  private func finishStep(_ effect: LiveEffect) -> LiveEffect? {
    guard let sequence = effect.sequence, !sequence.isEnded else { return nil }
    sequence.unfinishedSteps -= 1
    return sequence.unfinishedSteps == 0 ? sequence : nil
  }

  private func leaveGroup(_ group: SendGroup) {
    group.count -= 1
    if group.count == 0 { group.finishWaiters() }
  }
}

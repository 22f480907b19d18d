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
  /// Effects that have still to begin: a concatenation's next steps, or an effect that waits for this window of time.
  var pending: AnyObject?
  /// The resource that is held until the effect ends.
  var lease: Lease?
  /// Asks the effect's task to end.
  var cancelWork: (() -> Void)?
  var isEnded = false
  /// Whether it only serves other effects: a concatenation, a window of time, named work inside an effect.
  var isAuxiliary = false
  var indexInPlace = 0
  /// The action that asked for the effect, where a test store records it.
  var origin: (any Sendable)?

  init(key: Int, place: Place, group: SendGroup, names: EffectNames, sequence: LiveEffect?) {
    self.key = key
    self.place = place
    self.group = group
    self.names = names
    self.sequence = sequence
  }
}

/// The effects that one send to the store has started, as a count.
final class SendGroup: Numbered {
  let key: Int
  /// Where the send was written, where a test store records it.
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

  /// Resumes the tasks that wait for the last effect to end.
  func resumeWaiters() {
    if waiters.count == 0 { return }
    for waiter in waiters.values { waiter.resume() }
    waiters = [:]
  }
}

extension LiveEffect {
  /// Releases what is held, then asks the work to end.
  func stop() {
    _ = lease.take()
    cancelWork.take()?()
    pending = nil
  }
}

/// The names of an effect.
///
/// Most often there is one at most, which needs no array: `effect_resident_bytes` in `bench core` depends on that.
struct EffectNames {
  private var first: ErasedID?
  private var others: [ErasedID] = []

  func contains(_ id: ErasedID) -> Bool {
    first == id || others.contains(id)
  }

  mutating func insert(_ id: ErasedID) {
    if contains(id) { return }
    if first == nil { first = id } else { others.append(id) }
  }

  func inserting(_ id: ErasedID) -> Self {
    var names = self
    names.insert(id)
    return names
  }

  func forEach(_ body: (ErasedID) -> Void) {
    if let first { body(first) }
    for id in others { body(id) }
  }
}

/// The keys of effects that share a name or a send.
///
/// Most often there is one, which needs no set: `effect_resident_bytes` and `drop_10000_ms` in `bench core` depend on that.
enum EffectKeys {
  case none
  case one(Int)
  case many(Set<Int>)

  var count: Int {
    switch self {
    case .none: 0
    case .one: 1
    case .many(let keys): keys.count
    }
  }

  var isEmpty: Bool { count == 0 }

  mutating func insert(_ key: Int) {
    switch consume self {
    case .none: self = .one(key)
    case .one(let other): self = .many([other, key])
    case .many(var keys):
      keys.insert(key)
      self = .many(keys)
    }
  }

  mutating func remove(_ key: Int) {
    switch consume self {
    case .none: self = .none
    case .one(let other): self = other == key ? .none : .one(other)
    case .many(var keys):
      keys.remove(key)
      self = keys.isEmpty ? .none : .many(keys)
    }
  }

  /// The effects of these keys that are in a roster, in no order.
  func effects(in roster: Roster<LiveEffect>) -> [LiveEffect] {
    switch self {
    case .none: []
    case .one(let key): roster[key].map { [$0] } ?? []
    case .many(let keys): keys.compactMap { roster[$0] }
    }
  }
}

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
  /// The action that the nearest presenter receives when the effect asks to be dismissed.
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

/// Every effect of one store that lives: where, under which names, on account of which send.
final class LiveEffects {
  private var effects = Roster<LiveEffect>()
  private(set) var groups = Roster<SendGroup>()
  private var doomed: [LiveEffect] = []
  private var deserted: [Place] = []
  private var lastKey = 0
  private(set) lazy var root = Place(identity: ErasedID(OnlyChild()), effects: self, siblings: nil)

  private(set) var isEmpty = true

  var count: Int { effects.count }

  /// All, the earliest first.
  var all: [LiveEffect] { effects.all }

  subscript(key: Int) -> LiveEffect? { effects[key] }

  func group(_ key: Int) -> SendGroup? { groups[key] }

  func makeKey() -> Int {
    lastKey += 1
    return lastKey
  }

  func begin<Action>(_ origin: EffectOrigin<Action>) -> LiveEffect {
    let effect = LiveEffect(
      key: makeKey(),
      place: origin.place,
      group: origin.group,
      names: origin.names,
      sequence: origin.sequence
    )
    effects.insert(effect)
    isEmpty = false
    effect.place.add(effect)
    effect.sequence?.unfinishedSteps += 1
    if effect.group.count == 0 { groups.insert(effect.group) }
    effect.group.count += 1
    if origin.isOwn { effect.group.ownEffects.insert(effect.key) }
    return effect
  }

  /// Notes a place where nothing lives at the moment; what is beginning in this turn may still come to live there.
  func note(deserted place: Place) {
    deserted.append(place)
  }

  /// Takes the places out of the tree where nothing came to live.
  func removeDeserted() {
    while let place = deserted.popLast() { place.leaveIfDeserted() }
  }

  /// Notes an effect that is to end once the whole tree has been looked at.
  func doom(_ effect: LiveEffect) {
    doomed.append(effect)
  }

  /// Whether effects were noted that are to end.
  var isEndDue: Bool { !doomed.isEmpty }

  /// Ends what was doomed, and returns the concatenations that are to go on.
  func endDoomed() -> [LiveEffect] {
    if doomed.isEmpty { return [] }
    let ending = doomed
    doomed = []
    return end(ending)
  }

  /// Ends the effects of that name at the place and below it, but not the concatenation that asks for it, nor those around it.
  func end(named id: ErasedID, at place: Place, sparing asking: LiveEffect? = nil) -> [LiveEffect] {
    let named = place.keys(named: id).effects(in: effects)
    guard let asking else { return end(named) }
    let spared = sequence(first: asking, next: \.sequence).map(\.key)
    return end(named.filter { !spared.contains($0.key) })
  }

  func end(ownOf group: SendGroup) -> [LiveEffect] {
    end(group.ownEffects.effects(in: effects))
  }

  /// Ends all of them in the order in which they began, and returns the concatenations that are to go on.
  func end(_ ending: [LiveEffect]) -> [LiveEffect] {
    let ending = inOrder(ending.filter { !$0.isEnded })
    if ending.isEmpty { return [] }
    for effect in ending { effect.isEnded = true }
    for effect in ending { unregister(effect) }
    for effect in ending { effect.stop() }
    let continuing = ending.compactMap(finishStep)
    for effect in ending { leaveGroup(effect.group) }
    return continuing
  }

  /// Ends everything at once, the earliest first, when the store goes.
  func endAll() {
    isEmpty = true
    root.dismantle()
    var ending = Roster<LiveEffect>()
    swap(&ending, &effects)
    var leaving = Roster<SendGroup>()
    swap(&leaving, &groups)
    // One pass, so that the memory of each effect and its send is given back while the processor has it at hand.
    ending.removeAll { effect in
      effect.isEnded = true
      effect.stop()
      effect.group.resumeWaiters()
      leaving.giveUp(through: effect.group.key)
    }
  }

  private func inOrder(_ effects: [LiveEffect]) -> [LiveEffect] {
    effects.count > 1 ? effects.sorted { $0.key < $1.key } : effects
  }

  private func unregister(_ effect: LiveEffect) {
    effects.remove(effect)
    isEmpty = effects.count == 0
    effect.place.remove(effect)
    effect.place.noteIfDeserted()
    effect.group.ownEffects.remove(effect.key)
  }

  private func finishStep(_ effect: LiveEffect) -> LiveEffect? {
    guard let sequence = effect.sequence, !sequence.isEnded else { return nil }
    sequence.unfinishedSteps -= 1
    return sequence.unfinishedSteps == 0 ? sequence : nil
  }

  private func leaveGroup(_ group: SendGroup) {
    group.count -= 1
    if group.count == 0 { finish(group) }
  }

  private func finish(_ group: SendGroup) {
    groups.remove(group)
    group.resumeWaiters()
  }
}

/// An object with a number that is never reused.
protocol Numbered: AnyObject {
  var key: Int { get }
}

/// Numbered objects in the order in which they began, each found by its number.
///
/// A dictionary would have to be sorted when a store goes: `drop_10000_ms` in `bench core` depends on this order.
struct Roster<Member: Numbered> {
  private struct Entry {
    let key: Int
    /// Nil when its life has ended.
    var member: Member?
  }

  // Numbers only grow, so that a new member is appended. A removed one leaves a gap, until gaps outnumber members: nothing is sorted or hashed, and
  // each removal costs a constant number of entries.
  private var entries: [Entry] = []
  private(set) var count = 0
  private var firstKept = 0

  /// All, the earliest first.
  var all: [Member] { entries.compactMap(\.member) }

  subscript(key: Int) -> Member? {
    let position = position(of: key)
    return position < entries.count && entries[position].key == key ? entries[position].member : nil
  }

  mutating func insert(_ member: Member) {
    let entry = Entry(key: member.key, member: member)
    count += 1
    if entries.last.map({ $0.key < entry.key }) ?? true { return entries.append(entry) }
    let position = position(of: entry.key)
    if entries[position].key == entry.key { entries[position] = entry } else { entries.insert(entry, at: position) }
  }

  mutating func remove(_ member: Member) {
    let position = position(of: member.key)
    guard position < entries.count, entries[position].member === member else { return }
    entries[position].member = nil
    count -= 1
    if position == entries.count - 1 { dropGapsAtEnd() }
    if entries.count > 2 * count + 16 { entries.removeAll { $0.member == nil } }
  }

  /// Hands over all, the earliest first; none is kept any longer than its turn.
  mutating func removeAll(_ body: (Member) -> Void) {
    count = 0
    for position in entries.indices {
      if let member = entries[position].member.take() { body(member) }
    }
    entries = []
  }

  /// Gives up the members up to a number, in passes that only go on: for a roster that is on its way out.
  mutating func giveUp(through key: Int) {
    while firstKept < entries.count, entries[firstKept].key <= key {
      entries[firstKept].member = nil
      firstKept += 1
    }
  }

  private func position(of key: Int) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func dropGapsAtEnd() {
    while let last = entries.last, last.member == nil { entries.removeLast() }
  }
}

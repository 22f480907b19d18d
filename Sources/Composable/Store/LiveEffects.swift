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
    for effect in ending { effect.letGo() }
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
      effect.letGo()
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

extension LiveEffect {
  /// Lets go of what is held, then asks the work to end.
  func letGo() {
    _ = lease.take()
    cancelWork.take()?()
    pending = nil
  }
}

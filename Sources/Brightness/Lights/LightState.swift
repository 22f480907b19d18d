/// A level that the person chose by us.
private struct Choice: Equatable, Sendable {
  let level: Level
  let allowOff: Bool
  /// Whether the light was seen since.
  var isSeen = false
}

/// One light on its way to its target: what is wanted of it, what it was told, and what it was seen to show.
struct LightState: Equatable, Sendable {
  private(set) var id: LightID
  private(set) var kind: LightKind
  private(set) var arbitration: Arbitration
  /// Whose claims stand aside here, since the person took over.
  private(set) var aside: Set<ClaimOwner> = []
  private var isPresent = true
  private var isRefused = false
  /// Whether the light may show something that is not the person's: from the first claim that decides, or the first write, until
  /// the base was seen there again.
  private var isOurs = false
  /// The step that the light rested at when a claim came to decide, or a level was chosen that stands on it; none once that was
  /// seen to be so, or the person chose otherwise.
  private(set) var expected: Int?
  /// The level that was chosen while the light was expected at that step.
  private var chosen: Choice?
  /// The step that the light was last told, or else seen, to show.
  private var goal: Int?
  /// The step that the light is known to show: none while a write is under way, or has failed.
  private var shown: Int?

  init(_ id: LightID, _ kind: LightKind, range: LightRange, raw: Int) {
    self.id = id
    self.kind = kind
    arbitration = Arbitration(base: Base(range.setting(raw: raw)), range: range)
  }

  /// Whose claims are here, in the order of the fold.
  var owners: [ClaimOwner] {
    var seen: Set<ClaimOwner> = []
    return arbitration.slots.map(\.claim.owner).filter { seen.insert($0).inserted }
  }

  var view: LightView {
    let verdict = arbitration.verdict
    return LightView(
      kind: kind,
      range: arbitration.range,
      base: arbitration.base,
      target: isPresent && verdict.decider == nil && !isOurs ? arbitration.base.setting : verdict.target,
      decider: verdict.decider,
      standing: standing(decider: verdict.decider)
    )
  }

  private func standing(decider: ClaimOwner?) -> LightStanding {
    if decider == nil, isOurs { return .owing }
    if !isPresent || isRefused { return .unavailable }
    return decider == nil ? .free : .held
  }

  /// The step that was ordered and has not been seen yet.
  var unwritten: Int? { shown == goal ? nil : goal }

  var isAway: Bool { !isPresent }

  /// Whether nothing would be lost with it.
  var isForgettable: Bool { !isPresent && !isOurs && arbitration.slots.isEmpty }

  /// Whether the light is known to show what it should, or nobody can make it do so now.
  var isSettled: Bool { !isPresent || isRefused || (shown == goal && expected == nil) }

  /// Gives the step that has to be written now, if any.
  ///
  /// As long as nothing here is ours and nobody decides, there is nothing to write, whatever the light shows.
  mutating func settle() -> Int? {
    guard isPresent else { return nil }
    let verdict = arbitration.verdict
    if verdict.decider != nil {
      if !isOurs { (expected, chosen) = (goal, nil) }
      isOurs = true
    }
    guard isOurs else { return nil }
    let order = verdict.target.raw == goal ? nil : verdict.target.raw
    if order != nil { (goal, shown, isRefused) = (order, nil, false) }
    let isUnseen = expected != nil && chosen?.isSeen == false
    if verdict.decider == nil, shown == goal, !isUnseen { rest() }
    return order
  }

  private mutating func rest() {
    (isOurs, expected) = (false, nil)
  }
}

extension LightState {
  /// The light came, came back, changed its range or was looked at after a sleep.
  ///
  /// Its base stays if the light may show what is ours, in the same place of the new range; else the light shows what is wanted.
  /// What is remembered here is newer than what is recorded. What is owed is written whatever the light seems to show: after a write that failed, a driver may say that it did not.
  mutating func see(_ range: LightRange, raw: Int, owed: OwedBase?) {
    var base = arbitration.base
    if let owed, !isOurs {
      isOurs = true
      base = owed.base(in: range)
    } else {
      base.setting = range.setting(base.setting, from: arbitration.range)
      if !isOurs, base.setting.raw != raw { base = Base(range.setting(raw: raw)) }
    }
    (arbitration.base, arbitration.range) = (base, range)
    (isPresent, isRefused, expected) = (true, false, nil)
    (goal, shown) = owed == nil ? (raw, raw) : (nil, nil)
  }

  /// The light was looked at after a sleep. One that shows what it did before has the base that it had, which may lie below its floor.
  mutating func wake(_ range: LightRange, raw: Int) {
    if isOurs || shown != raw || range != arbitration.range { see(range, raw: raw, owed: nil) }
  }

  /// The light was looked at before it was first written for a claim, and showed something else than it had rested at.
  ///
  /// That is the person's, and what they chose leads on from there, unless they have chosen otherwise since.
  mutating func find(_ raw: Int) {
    guard isPresent else { return }
    if expected != nil {
      let found = arbitration.range.setting(raw: raw)
      arbitration.base = chosen.flatMap { try? base(of: $0, from: found).base } ?? Base(found)
      expected = raw
      chosen?.isSeen = true
    }
    (goal, shown) = (raw, raw)
  }

  /// The light went. If it was not written for a claim yet, it went as the person had it.
  mutating func lose() {
    if expected != nil { rest() }
    (isPresent, isRefused, goal, shown, expected) = (false, false, nil, nil, nil)
  }

  /// A write came to its end. Only that of the newest order says what the light shows.
  mutating func confirm(_ raw: Int) {
    guard isPresent else { return }
    expected = nil
    if raw == goal { (shown, isRefused) = (raw, false) }
  }

  /// What the light was seen to show was as expected.
  mutating func confirmRest() {
    expected = nil
  }

  mutating func refuse() {
    guard isPresent else { return }
    (shown, isRefused, expected) = (nil, true, nil)
  }

  /// The base could not be recorded. Where nothing has been written yet, the light shows what it did.
  mutating func refuseRecord() {
    guard let expected else { return }
    (goal, shown) = (expected, expected)
  }

  /// The person moved the light by other means than ours.
  ///
  /// A write that is under way may yet undo it, and then has to be followed by another.
  mutating func move(to raw: Int) {
    let isBeingWritten = isOurs && shown == nil
    let choice = [arbitration.base.setting, arbitration.verdict.target].first { $0.raw == raw }
    let keepsOff = arbitration.base.allowsOff && raw == arbitration.base.setting.raw
    arbitration.base = Base(choice ?? arbitration.range.setting(raw: raw), allowsOff: keepsOff)
    if !isBeingWritten { rest() }
    (isRefused, expected) = (false, nil)
    (goal, shown) = isBeingWritten ? (nil, nil) : (raw, raw)
  }

  /// The person chose a level by us: from where the light is seen to be, or from the base where claims follow that.
  ///
  /// A step from where a light rests counts from what that turns out to show, and a level of a light that its hardware moves in
  /// silence is not taken for written already.
  mutating func choose(_ level: Level, fromBase: Bool, allowOff: Bool) throws(LevelError) -> LevelOutcome {
    let now = fromBase ? arbitration.base.setting : view.target
    let choice = Choice(level: level, allowOff: allowOff)
    let (base, outcome) = try base(of: choice, from: now)
    arbitration.base = base
    let isDoubtful = !isOurs && (level.isStep || !kind.showsPicture)
    (isOurs, expected, chosen) = (true, isDoubtful ? goal : nil, choice)
    // Who chooses once more what was refused wants it to be tried once more.
    if isRefused { goal = nil }
    return outcome
  }

  private func base(of choice: Choice, from now: Setting) throws(LevelError) -> (base: Base, LevelOutcome) {
    let range = arbitration.range
    let outcome = try range.outcome(of: choice.level, from: now, allowOff: choice.allowOff)
    return (Base(outcome.setting, allowsOff: choice.allowOff && outcome.setting.raw < range.floor), outcome)
  }
}

extension LightState {
  /// The same light under another name, or as another kind: claims for what it was are none for what it is.
  mutating func become(_ id: LightID, _ kind: LightKind, _ scenes: some Sequence<SceneInForce>) {
    guard (id, kind) != (self.id, self.kind) else { return }
    for scene in scenes { claims(of: scene).forEach { arbitration.remove($0.place) } }
    (self.id, self.kind) = (id, kind)
    for scene in scenes { put(scene) }
  }

  /// Another range counts, in which the base keeps its place. What the light shows is as it was.
  mutating func fit(_ range: LightRange) {
    arbitration.base.setting = range.setting(arbitration.base.setting, from: arbitration.range)
    arbitration.range = range
  }

  mutating func put(_ scene: SceneInForce) {
    if scene.aside.contains(id) { aside.insert(scene.scene.owner) }
    for claim in claims(of: scene) { arbitration.put(claim, counts: counts(scene)) }
  }

  mutating func remove(_ scene: SceneInForce) {
    aside.remove(scene.scene.owner)
    for claim in claims(of: scene) { arbitration.remove(claim.place) }
  }

  /// Lets a scene's claims count, unless it is covered or suspended or stands aside here.
  mutating func recount(_ scene: SceneInForce) {
    for claim in claims(of: scene) { arbitration.setCounts(counts(scene), at: claim.place) }
  }

  mutating func standAside(_ scene: SceneInForce) {
    aside.insert(scene.scene.owner)
    recount(scene)
  }

  private func counts(_ scene: SceneInForce) -> Bool {
    !scene.isCovered && !scene.isSuspended && !aside.contains(scene.scene.owner)
  }

  private func claims(of scene: SceneInForce) -> [ClaimInForce] { scene.claims(on: id, kind) }
}

/// One light on its way to its target: what is wanted of it, what it was told, and what it was seen to show.
struct LightState: Equatable, Sendable {
  let id: LightID
  let kind: LightKind
  private(set) var arbitration: Arbitration
  /// Whose claims stand aside here, since the person took over.
  private(set) var aside: Set<ClaimOwner> = []
  private var isPresent = true
  private var isRefused = false
  /// Whether the light may show something that is not the person's: from the first claim that decides, or the first write, until
  /// the base was seen there again.
  private var isOurs = false
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

  /// Gives the step that has to be written now, if any.
  ///
  /// As long as nothing here is ours and nobody decides, there is nothing to write, whatever the light shows.
  mutating func settle() -> Int? {
    guard isPresent else { return nil }
    let verdict = arbitration.verdict
    if verdict.decider != nil { isOurs = true }
    guard isOurs else { return nil }
    let order = verdict.target.raw == goal ? nil : verdict.target.raw
    if order != nil { (goal, shown) = (order, nil) }
    if verdict.decider == nil, shown == goal { isOurs = false }
    return order
  }
}

extension LightState {
  /// The light came, came back, changed its range or was looked at after a sleep.
  ///
  /// Its base stays if the light may show what is ours, in the same place of the new range; else the light shows what is wanted.
  mutating func see(_ range: LightRange, raw: Int, owed: OwedBase?) {
    var base = arbitration.base
    if let owed {
      isOurs = true
      base = owed.base(in: range)
    } else {
      base.setting = range.setting(base.setting, from: arbitration.range)
      if !isOurs, base.setting.raw != raw { base = Base(range.setting(raw: raw)) }
    }
    (arbitration.base, arbitration.range) = (base, range)
    (isPresent, isRefused, goal, shown) = (true, false, raw, raw)
  }

  mutating func lose() {
    (isPresent, isRefused, goal, shown) = (false, false, nil, nil)
  }

  /// A write came to its end. Only that of the newest order says what the light shows.
  mutating func confirm(_ raw: Int) {
    guard isPresent, raw == goal else { return }
    (shown, isRefused) = (raw, false)
  }

  mutating func refuse() {
    guard isPresent else { return }
    (shown, isRefused) = (nil, true)
  }

  /// The person moved the light by other means than ours.
  ///
  /// A write that is under way may yet undo it, and then has to be followed by another.
  mutating func move(to raw: Int) {
    let isBeingWritten = isOurs && shown == nil
    let choice = [arbitration.base.setting, arbitration.verdict.target].first { $0.raw == raw }
    let keepsOff = arbitration.base.allowsOff && raw == arbitration.base.setting.raw
    arbitration.base = Base(choice ?? arbitration.range.setting(raw: raw), allowsOff: keepsOff)
    (isOurs, isRefused) = (isBeingWritten, false)
    (goal, shown) = isBeingWritten ? (nil, nil) : (raw, raw)
  }

  /// The person chose a level by us: from where the light is seen to be, or from the base where claims follow that.
  mutating func choose(_ level: Level, fromBase: Bool, allowOff: Bool) throws(LevelError) -> LevelOutcome {
    let range = arbitration.range
    let now = fromBase ? arbitration.base.setting : view.target
    let outcome = try range.outcome(of: level, from: now, allowOff: allowOff)
    arbitration.base = Base(outcome.setting, allowsOff: allowOff && outcome.setting.raw < range.floor)
    isOurs = true
    return outcome
  }
}

extension LightState {
  mutating func put(_ scene: SceneInForce) {
    for claim in claims(of: scene) { arbitration.put(claim, counts: counts(scene)) }
  }

  mutating func remove(_ scene: SceneInForce) {
    aside.remove(scene.scene.owner)
    for claim in claims(of: scene) { arbitration.remove(claim.place) }
  }

  /// Lets a scene's claims count, unless it is covered or stands aside here.
  mutating func recount(_ scene: SceneInForce) {
    for claim in claims(of: scene) { arbitration.setCounts(counts(scene), at: claim.place) }
  }

  mutating func standAside(_ scene: SceneInForce) {
    aside.insert(scene.scene.owner)
    recount(scene)
  }

  private func counts(_ scene: SceneInForce) -> Bool { !scene.isCovered && !aside.contains(scene.scene.owner) }

  private func claims(of scene: SceneInForce) -> [ClaimInForce] { scene.claims(on: id, kind) }
}

import BrightnessModel
import ComposableCore

/// Claims in force: an index over the scenes that hold, kept by the hold effects.
extension Core.State {
  /// A hold effect began. A scene that was removed in the same turn is ignored; its release
  /// follows.
  mutating func acquire(_ key: SceneKey) {
    guard let scene = scene(key), scene.appearance != nil else { return }
    newestAppearance += 1
    let rank = SceneRank(scene.request.priority, appearance: newestAppearance)
    scenesInForce[key] = rank
    turn.value.sessions.insert(key.session)
    let counts = isCounting(key)
    // An array, because an iterator over the dictionary would keep a second reference to it, so
    // that each change would copy all slots.
    for id in Array(lights.keys) {
      let kind = kind(of: id)
      guard scene.covers(id, kind) else { continue }
      change(id) { $0.put(scene, rank, kind, counts: counts) }
      if counts { retryFirstReading(of: id) }
    }
  }

  /// Tells the writer of an unread monitor again whether to read it, since its fault may be over.
  mutating func retryFirstReading(of id: LightID) {
    guard lights[id]?.isUnreadMonitor == true else { return }
    turn.value.retriedReadings.insert(id)
    change(id) { $0.fault = nil }
  }

  /// A hold effect ended, in whatever way.
  mutating func release(_ key: SceneKey) {
    guard let rank = scenesInForce.removeValue(forKey: key) else { return }
    turn.value.sessions.insert(key.session)
    for id in Array(lights.keys) where lights[id]?.claimStack.contains(rank) == true {
      change(id) { $0.claimStack.remove(rank) }
    }
  }

  /// Updates which claims of a session count on each light, from its stack, the seat and its
  /// yields.
  mutating func refreshClaims(of session: SessionID) {
    guard let scenes = sessions[id: session]?.scenes else { return }
    for scene in scenes {
      guard let rank = scenesInForce[scene.key] else { continue }
      let counts = isCounting(scene.key)
      for id in Array(lights.keys) {
        let countsHere = counts && scene.appearance?.yielded.contains(lights[id]?.visibleID ?? id) == false
        let isChanged = lights[id]?.claimStack.wouldChange(countsHere, of: rank) ?? false
        guard isChanged else { continue }
        change(id) { $0.claimStack.setCounts(countsHere, of: rank) }
        if countsHere { retryFirstReading(of: id) }
      }
    }
  }

  /// Rebuilds the claims on a light that was connected, renamed or changed its kind, since other
  /// claims may cover it now.
  mutating func rebuildClaims(_ id: LightID) {
    let kind = kind(of: id)
    change(id) { $0.claimStack.removeAll() }
    for (key, rank) in scenesInForce {
      guard let scene = scene(key), scene.covers(id, kind) else { continue }
      let counts = isCounting(key)
      change(id) { $0.put(scene, rank, kind, counts: counts) }
    }
  }

  /// The kind by which claims select a light: the configured one, otherwise the device's, or that
  /// of its last view.
  public func kind(of id: LightID) -> LightKind {
    let light = lights[id]
    return light?.device.map { settings.override(id).kind(of: $0) } ?? light?.view?.kind ?? .indicator
  }

  /// The user changed a light. Each scene with a claim on it does what its `onChange` says, on a
  /// keyboard for all of its LEDs; suspended scenes are left alone.
  mutating func applyUserChange(on id: LightID) {
    guard let light = lights[id] else { return }
    let keys = light.claimStack.keys
    // Computed first, because the end of a scene uncovers the one below, which the user did not
    // see.
    let covered = Set(keys.filter { sessions[id: $0.session]?.topmost != $0.scene })
    for key in keys {
      guard let scene = scene(key), let appearance = scene.appearance, !appearance.yielded.contains(light.visibleID),
        !isSuspended(key.session)
      else { continue }
      switch scene.request.onChange {
      case .rebase: break
      // The user cannot have meant a covered scene: it only yields, and its client keeps it.
      case .cancel where !covered.contains(key): end(key, .cancelled)
      case .yield, .cancel: update(key) { $0.appearance?.yielded.insert(light.visibleID) }
      }
    }
  }

  mutating func update(_ key: SceneKey, _ body: (inout Scene.State) -> Void) {
    guard let element = sessions[id: key.session]?.element(of: key.scene),
      var scene = sessions[id: key.session]?.scenes[id: element]
    else { return }
    body(&scene)
    sessions[id: key.session]?.scenes[id: element] = scene
    turn.value.sessions.insert(key.session)
  }
}

extension Light {
  /// Puts the claims of a scene that cover this light.
  fileprivate mutating func put(_ scene: Scene.State, _ rank: SceneRank, _ kind: LightKind, counts: Bool) {
    let counts = counts && scene.appearance?.yielded.contains(visibleID) == false
    for (position, claim) in scene.request.claims.enumerated() where claim.selector.covers(id, kind: kind) {
      let place = ClaimInForce.Place(rank, position: position)
      claimStack.put(ClaimInForce(claim.rule, key: scene.key, place: place), counts: counts)
    }
  }
}

extension Scene.State {
  func covers(_ light: LightID, _ kind: LightKind) -> Bool {
    request.claims.contains { $0.selector.covers(light, kind: kind) }
  }
}

/// The claims on a light, in fold order.
///
/// A change of one claim costs a binary search and a move of the slots behind it; a verdict costs
/// one pass from the last `exactly` upward. 10,000 claims on one light take about 40 µs, so nothing
/// cleverer is needed.
public struct ClaimStack: Sendable, Equatable {
  /// Sorted by place. Up to a quarter are removed claims, so that 10,000 ends at once do not move
  /// the array 10,000 times.
  private(set) var slots: [Slot] = []
  private var removedCount = 0

  struct Slot: Hashable, Sendable {
    var claim: ClaimInForce
    var standing: Standing

    enum Standing {
      /// The claim's scene is topmost, not suspended and has not yielded here.
      case counts
      case waits
      case isRemoved
    }

    fileprivate var counts: Bool { standing == .counts }
    fileprivate var isRemoved: Bool { standing == .isRemoved }
  }

  public init() {}

  /// The target level that the claims make of a base level, and the claim that decides it.
  public func verdict(on base: Base, in range: LightRange) -> Verdict {
    var share = Fraction(base.target(in: range).share)
    var decider: SceneKey?
    // Claims before the last `exactly` have no effect.
    let start = slots.lastIndex { $0.counts && $0.claim.rule.isExact } ?? 0
    for slot in slots[start...] where slot.counts {
      guard let moved = slot.claim.rule.moved(share) else { continue }
      share = moved
      decider = slot.claim.key
    }
    return Verdict(share, decider: decider, base: base, range: range)
  }

  /// The claims that count, in fold order.
  public var claims: [ClaimInForce] { slots.filter(\.counts).map(\.claim) }

  /// The scenes of all claims, counting or not, in fold order and each once.
  var keys: [SceneKey] {
    var seen: Set<SceneKey> = []
    return slots.lazy.filter { !$0.isRemoved }.map(\.claim.key).filter { seen.insert($0).inserted }
  }

  var isEmpty: Bool { slots.count == removedCount }

  /// Whether a claim counts.
  var counts: Bool { slots.contains(where: \.counts) }

  /// Puts a claim at its place, replacing one that is there.
  public mutating func put(_ claim: ClaimInForce, counts: Bool = true) {
    let slot = Slot(claim: claim, standing: counts ? .counts : .waits)
    let index = firstIndex(notBefore: claim.place)
    if index < slots.count, slots[index].claim.place == claim.place {
      if slots[index].isRemoved { removedCount -= 1 }
      slots[index] = slot
    } else {
      slots.insert(slot, at: index)
    }
  }

  public mutating func remove(_ rank: SceneRank) {
    for index in indices(of: rank) where !slots[index].isRemoved {
      slots[index].standing = .isRemoved
      removedCount += 1
    }
    guard removedCount * 4 > slots.count else { return }
    slots.removeAll { $0.isRemoved }
    removedCount = 0
  }

  public mutating func removeAll() {
    slots = []
    removedCount = 0
  }

  func contains(_ rank: SceneRank) -> Bool { !indices(of: rank).isEmpty }

  /// Whether `setCounts` would change a claim of this appearance.
  func wouldChange(_ counts: Bool, of rank: SceneRank) -> Bool {
    slots[indices(of: rank)].contains { !$0.isRemoved && $0.counts != counts }
  }

  /// Sets whether the claims of one appearance count.
  mutating func setCounts(_ counts: Bool, of rank: SceneRank) {
    for index in indices(of: rank) where !slots[index].isRemoved { slots[index].standing = counts ? .counts : .waits }
  }

  private func indices(of rank: SceneRank) -> Range<Int> {
    let start = firstIndex(notBefore: ClaimInForce.Place(rank, position: 0))
    let rest = slots[start...]
    return start..<(rest.firstIndex { $0.claim.place.rank != rank } ?? rest.endIndex)
  }

  private func firstIndex(notBefore place: ClaimInForce.Place) -> Int {
    // Nearly every claim is the newest of its priority.
    guard let last = slots.last, place <= last.claim.place else { return slots.count }
    var low = 0
    var high = slots.count
    while low < high {
      let middle = (low + high) / 2
      if slots[middle].claim.place < place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Compares the claims, without the removed ones.
  public static func == (left: ClaimStack, right: ClaimStack) -> Bool {
    left.slots.filter { !$0.isRemoved } == right.slots.filter { !$0.isRemoved }
  }
}

/// A claim in force on one light, and its place among the others.
public struct ClaimInForce: Hashable, Sendable {
  public var rule: Rule
  public var key: SceneKey
  public var place: Place

  public init(_ rule: Rule, key: SceneKey, place: Place) {
    self.rule = rule
    self.key = key
    self.place = place
  }

  /// Position in the fold: by priority, then by appearance, then as the scene lists its claims.
  public struct Place: Hashable, Comparable, Sendable {
    public var rank: SceneRank
    public var position: Int

    public init(_ rank: SceneRank, position: Int = 0) {
      self.rank = rank
      self.position = position
    }

    public static func < (left: Place, right: Place) -> Bool {
      (left.rank.priority, left.rank.appearance, left.position)
        < (right.rank.priority, right.rank.appearance, right.position)
    }
  }
}

/// A scene's place in the fold during one appearance.
public struct SceneRank: Hashable, Sendable {
  public let priority: Priority
  /// Counts all appearances of the process; a later one stands above an earlier one of the same
  /// priority.
  public let appearance: Int

  public init(_ priority: Priority, appearance: Int) {
    self.priority = priority
    self.appearance = appearance
  }
}

/// The target of a light, and the scene whose claim decides it.
public struct Verdict: Hashable, Sendable {
  public let target: Setting
  /// Nil where the light shows its base level.
  public let decider: SceneKey?

  init(_ result: Fraction, decider: SceneKey?, base: Base, range: LightRange) {
    // Without a decider the target is the raw value of the base level itself. Its share might round
    // to another one.
    let baseTarget = base.target(in: range)
    target = decider == nil ? baseTarget : range.raisedToFloor(range.setting(result.share), orTo: baseTarget)
    self.decider = decider
  }
}

extension Rule {
  fileprivate var isExact: Bool {
    if case .exactly = reduced { true } else { false }
  }

  /// The share that the rule makes of another one; nil if it leaves it alone.
  func moved(_ share: Fraction) -> Fraction? {
    switch reduced {
    case .exactly(let level): Fraction(level)
    case .atLeast(let limit): share < Fraction(limit) ? Fraction(limit) : nil
    case .atMost(let limit): share > Fraction(limit) ? Fraction(limit) : nil
    case .scaled(let factor): factor == .all ? nil : share * factor
    }
  }
}

extension LightRange {
  /// Claims stop at the floor, or at a base level below it that the user allowed.
  fileprivate func raisedToFloor(_ setting: Setting, orTo base: Setting) -> Setting {
    let raised = raisedToFloor(setting)
    if base.raw >= floor || raised == setting { return raised }
    return setting.raw < base.raw ? base : setting
  }
}

/// A number from 0 to 1 with thirty-six decimals, for products of shares.
///
/// A product is exact while its factors have at most thirty-six decimals in total, as eighteen
/// whole percentages have. A longer one is truncated, by far less than one step of any light.
struct Fraction: Hashable, Comparable, Sendable {
  private static let unitsOfShare = UInt128(Share.unitsOfAll)

  /// In 10⁻³⁶.
  private let units: UInt128

  private init(units: UInt128) { self.units = units }

  init(_ share: Share) { self.init(units: UInt128(share.units) * Self.unitsOfShare) }

  /// Truncated to the eighteen decimals of a share.
  var share: Share { Share(units: UInt64(units / Self.unitsOfShare)) }

  static func < (left: Fraction, right: Fraction) -> Bool { left.units < right.units }

  static func * (left: Fraction, factor: Share) -> Fraction {
    let product = left.units.multipliedFullWidth(by: UInt128(factor.units))
    return Fraction(units: unitsOfShare.dividingFullWidth(product).quotient)
  }
}

import Brightness
import EventLoop
import Hardware

/// Where decisions about lights become writes, and what becomes of the writes becomes known to those who decide.
///
/// Lives on the loop. `Lights` decides; each light has a writer that obeys.
public actor LightKeeper: LoopActor {
  public nonisolated let loop: EventLoop
  public internal(set) var lights = Lights()

  let records: DebtFile
  let tell: @Sendable (KeeperNews) -> Void
  var kept: [Brightness.LightID: KeptLight] = [:]
  var waits = Waits()
  /// How many calls of `inOneGo` are under way, and the lights whose newest order waits for their end.
  var goDepth = 0
  var unsent: Set<Brightness.LightID> = []
  /// The lights that were told of and not forgotten, in the order of their names.
  var told: [Brightness.LightID] = []
  let origin: any LightOrigin
  private let settings: LightSettings
  /// What is said of single lights.
  private var overrides: [Hardware.LightID: LightOverride]
  private let hand: Hand
  private(set) var registry: LightRegistry?

  /// `tell` is called on the loop.
  public init(
    _ origin: any LightOrigin,
    on loop: EventLoop,
    records: DebtFile,
    settings: LightSettings = LightSettings(),
    overrides: [Hardware.LightID: LightOverride] = [:],
    hand: Hand? = nil,
    _ tell: @escaping @Sendable (KeeperNews) -> Void
  ) {
    self.origin = origin
    self.loop = loop
    self.records = records
    self.settings = settings
    self.overrides = overrides
    self.hand = hand ?? .files(of: origin)
    self.tell = tell
  }

  public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Finds the lights, reads them, and pays what is recorded as owed. Nothing else is written.
  public func begin() throws(LightError) {
    let registry = LightRegistry(origin, on: loop, settings: settings) { [weak self] news in
      self?.assumeIsolated { $0.hear(news) }
    }
    self.registry = registry
    let result = registry.assumeIsolated { registry in
      Result { () throws(LightError) in try registry.begin() }
    }
    try result.get()
  }

  /// What stands in a light's way, if anything does.
  public func trouble(of light: Brightness.LightID) -> LightTrouble? { kept[light]?.trouble }

  /// The machine resumed from sleep: each light is looked at, and brought to where a claim or a debt says.
  public func resume() {
    for (id, device) in kept {
      kept[id]?.fallAsleep()
      device.writer.assumeIsolated { $0.resume() }
    }
  }

  /// Other things are said of single lights from now on; which devices are lights stays as it is.
  public func take(_ overrides: [Hardware.LightID: LightOverride]) {
    self.overrides = overrides
    for id in kept.keys.sorted(by: { $0.description < $1.description }) {
      guard var device = kept[id] else { continue }
      device.said = overrides[device.facts.id] ?? LightOverride()
      kept[id] = device
      guard device.isMet, let range = device.range else { continue }
      obey(lights.described(id, device.kind.inMind, range: range), because: .settings)
    }
  }

  private func hear(_ news: [LightNews]) {
    let matching = news.contains(where: \.isAppearance) ? match() : nil
    for news in news { hear(news, matching) }
  }

  private func hear(_ news: LightNews, _ matching: DebtMatching?) {
    switch news {
    case .appeared(let facts): keep(facts, matching)
    case .changed(let facts): meetAgain(facts)
    case .vanished(let id): lose(id.inMind)
    case .stirred(let id, let stir): kept[id.inMind]?.writer.assumeIsolated { $0.look(stir) }
    case .failed(let error): tell(.unlisted(error))
    }
  }

  /// Which debts belong to lights that have come back under other names.
  private func match() -> DebtMatching {
    let chosen = registry?.assumeIsolated { $0.choice.chosen } ?? []
    let matching = DebtMatching(records.debts, among: chosen)
    do throws(LightError) {
      try records.follow(matching)
    } catch {
      tell(.unfollowed(error))
    }
    return matching
  }

  private func keep(_ facts: LightFacts, _ matching: DebtMatching?) {
    let id = facts.id.inMind
    let match = matching?.matches.first { $0.light == facts.id }
    let owed = match.map(\.debtHere)
    let writer = LightWriter(
      facts,
      on: loop,
      through: hand.attributes,
      errands: hand.errands(),
      records: records,
      recorded: owed,
      deadlines: hand.deadlines
    ) { [weak self] news in self?.assumeIsolated { $0.hear(news, of: id) } }
    let former = match.map(\.debt.light.inMind).flatMap { $0 == id || kept[$0] != nil ? nil : $0 }
    kept[id] = KeptLight(facts, overrides[facts.id] ?? LightOverride(), writer, owed: owed, formerName: former)
    writer.assumeIsolated { $0.begin() }
  }

  /// Says again what a light is; its writer reads the level afresh if that makes it another one.
  func meetAgain(_ facts: LightFacts) {
    let id = facts.id.inMind
    if kept[id]?.facts.maximum != facts.maximum { kept[id]?.isMet = false }
    kept[id]?.facts = facts
    kept[id]?.writer.assumeIsolated { $0.meet(facts) }
  }

  private func lose(_ light: Brightness.LightID) {
    kept[light] = nil
    unsent.remove(light)
    obey(lights.vanished(light), because: .hotplug)
    answerWaits(for: [light])
  }

  /// The facts of a light as its files tell them now.
  func readFacts(of light: KeptLight) -> LightFacts? {
    try? LightFacts.read(light.facts.id, under: origin.root)
  }
}

extension LightNews {
  fileprivate var isAppearance: Bool {
    if case .appeared = self { true } else { false }
  }
}

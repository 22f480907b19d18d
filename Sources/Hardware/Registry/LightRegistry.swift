import EventLoop

/// Knows which lights there are, by looking at their files whenever something is said to have happened.
///
/// Lives on the loop. However many events a turn brings, it looks once, at the end of the turn, and tells the news once.
public actor LightRegistry: LoopActor {
  public nonisolated let loop: EventLoop
  public private(set) var choice = LightChoice()

  private let origin: any LightOrigin
  private let settings: LightSettings
  private let receive: @Sendable ([LightNews]) -> Void
  private var listening: (any Listening)?
  private var facts: [LightID: LightFacts] = [:]
  private var unreadable: [LightID: LightError] = [:]
  private var graphicsCards: Set<String> = []
  private var pending = PendingHints()
  private var isLookDue = false

  /// `receive` is called on the loop.
  public init(
    _ origin: any LightOrigin,
    on loop: EventLoop,
    settings: LightSettings = LightSettings(),
    _ receive: @escaping @Sendable ([LightNews]) -> Void
  ) {
    self.origin = origin
    self.loop = loop
    self.settings = settings
    self.receive = receive
  }

  public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Finds the lights there are; those are the first news, told before this returns.
  public func begin() throws(LightError) {
    precondition(listening == nil, "begun twice")
    // First: what happens while the lights are listed is heard after that.
    listening = try origin.listen(on: loop) { [weak self] hint in self?.assumeIsolated { $0.note(hint) } }
    try list()
    tell(PendingHints())
  }

  private func note(_ hint: Hint) {
    switch hint {
    case .everything: pending.everything = true
    case .event(let event):
      guard settings.covers(event.light) || event.formerName != nil else { return }
      pending.note(event)
    }
    guard !isLookDue else { return }
    isLookDue = true
    loop.perform { [weak self] in self?.assumeIsolated { $0.look() } }
  }

  private func look() {
    precondition(isLookDue, "looked more than once a turn")
    isLookDue = false
    var hints = pending.take()
    do {
      if hints.everything { try list() }
    } catch {
      lookAgain(because: error)
    }
    for id in hints.stirred.keys where settings.covers(id) { read(id) }
    if hints.everything { hints.stir(facts.keys) }
    tell(hints)
  }

  private func list() throws(LightError) {
    var found: Set<LightID> = []
    for subsystem in Subsystem.allCases {
      for name in try origin.names(in: subsystem) { found.insert(LightID(subsystem, name)) }
    }
    graphicsCards = try LightPlace.graphicsCards(under: origin.root)
    for id in found.union(facts.keys).union(unreadable.keys) where settings.covers(id) { read(id) }
  }

  private func read(_ id: LightID) {
    do {
      facts[id] = try origin.facts(of: id)
      unreadable[id] = nil
    } catch {
      if error.isShortage, facts[id] != nil { return lookAgain(because: error) }
      facts[id] = nil
      unreadable[id] = error
    }
  }

  /// At the next event.
  private func lookAgain(because error: LightError) {
    pending.everything = true
    receive([.failed(error)])
  }

  private func tell(_ hints: PendingHints) {
    let old = choice.chosen
    let choice = LightChoice(from: Array(facts.values), graphicsCards: graphicsCards, settings: settings)
    self.choice = LightChoice(choice, unreadable: unreadable)
    let news = LightNews.between(old, choice.chosen, replugged: hints.removed, stirred: hints.stirred)
    if !news.isEmpty { receive(news) }
  }
}

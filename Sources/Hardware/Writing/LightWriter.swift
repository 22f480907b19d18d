import EventLoop

/// Writes one light and reads it, apart from the loop: one errand at a time, and of what was ordered meanwhile only the newest.
///
/// Lives on the loop, and so does what it tells.
public actor LightWriter: LoopActor {
  public nonisolated let loop: EventLoop
  private let world: ErrandWorld
  private let errands: any Errands
  private let deadlines: Deadlines
  private let receive: @Sendable (WriterNews) -> Void
  private var state: WriterState
  private var watch: HardwareWatch?
  private var alarm: (deadline: LoopClock.Instant, cancel: Deadlines.Cancel)?

  /// `recorded` is what stands on record of the light; `receive` is called on the loop.
  public init(
    _ light: LightFacts,
    on loop: EventLoop,
    through attributes: any Attributes,
    errands: any Errands,
    records: any DebtRecords,
    recorded: Debt? = nil,
    deadlines: Deadlines? = nil,
    _ receive: @escaping @Sendable (WriterNews) -> Void
  ) {
    let deadlines = deadlines ?? .of(loop)
    self.loop = loop
    self.errands = errands
    self.deadlines = deadlines
    self.receive = receive
    world = ErrandWorld(attributes: attributes, records: records, now: deadlines.now)
    state = WriterState(light, recorded: recorded, at: deadlines.now())
  }

  isolated deinit {
    world.retirement.come()
    alarm?.cancel()
  }

  public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// The level that the light showed last, as far as that is known.
  public var level: Int? { state.known.shown }

  /// Looks at the light for the first time, and listens where its hardware tells of levels that it chose by itself.
  public func begin() {
    listen()
    look()
  }

  /// Carries out an order in the place of the one before, as soon as the errand under way has ended.
  public func obey(_ order: LightOrder) {
    heed { $0.obey(order, at: $1) }
  }

  /// Reads the level, and tells if somebody else has moved it; the first look of all tells what it found.
  public func look(_ stir: Stir = Stir()) {
    heed { $0.look(stir, at: $1) }
  }

  /// The light came back, or says something else about itself than before.
  ///
  /// Another device, or another range, is looked at, and what was ordered for the former one is dropped.
  public func meet(_ light: LightFacts) {
    heed { $0.meet(light, at: $1) }
    listen()
  }

  /// The machine resumed from sleep: the light is looked at as if it had just come, and what was ordered before is dropped.
  public func resume() {
    heed { $0.resume(at: $1) }
  }

  private func heed(_ change: (inout WriterState, LoopClock.Instant) -> Void) {
    change(&state, deadlines.now())
    for act in state.takeActs() {
      switch act {
      case .begin(let errand): begin(errand)
      case .tell(let news): receive(news)
      }
    }
    setAlarm()
  }

  private func begin(_ errand: Errand) {
    errands.perform { [weak self, loop, world] in
      let report = ErrandRun.report(of: errand, on: world)
      loop.perform { [weak self] in
        self?.assumeIsolated { writer in writer.heed { $0.end(report, at: $1) } }
      }
    }
  }

  private func setAlarm() {
    guard alarm?.deadline != state.deadline else { return }
    alarm?.cancel()
    alarm = state.deadline.map { deadline in
      let cancel = deadlines.at(deadline) { [weak self] in
        self?.assumeIsolated { writer in writer.ring() }
      }
      return (deadline, cancel)
    }
  }

  private func listen() {
    watch = state.light.files.changedByHardware.flatMap { file in
      HardwareWatch(opening: file, on: loop) { [weak self] told in
        self?.assumeIsolated { $0.hear(told) }
      }
    }
  }

  private func hear(_ told: HardwareWatch.Told) {
    switch told {
    case .moved: look(Stir([.hotkey]))
    case .ended: watch = nil
    }
  }

  private func ring() {
    alarm = nil
    heed { $0.pass(at: $1) }
  }
}

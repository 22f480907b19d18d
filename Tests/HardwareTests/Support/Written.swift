import EventLoop
import Hardware
import HardwareTesting
import Synchronization

/// A writer whose kernel, records, errands and time a test plays, and all that it told.
struct Written {
  let kernel: PlayedKernel
  let records: RememberedDebts
  let errands: SteppedErrands
  let time: SteppedTime
  let loop: EventLoop
  let writer: LightWriter
  private let told: Told

  private final class Told: Sendable {
    let news = Mutex<[WriterNews]>([])
    let answers = Mutex<[WriterNews: @Sendable () -> Void]>([:])

    func note(_ new: WriterNews) {
      news.withLock { $0.append(new) }
      answers.withLock { $0[new] }?()
    }
  }

  init(
    _ id: LightID = .panel,
    maximum: Int = 100,
    level: Int = 50,
    recorded: Debt? = nil,
    time: SteppedTime = SteppedTime(),
    errands: SteppedErrands = SteppedErrands(),
    prepare: (PlayedKernel) -> Void = { _ in },
    through attributes: (PlayedKernel) -> any Attributes = { $0 }
  ) throws {
    let told = Told()
    self.time = time
    self.errands = errands
    loop = try EventLoop()
    kernel = PlayedKernel(id, maximum: maximum, level: level, time: time)
    records = RememberedDebts(kernel.journal, [recorded].compactMap(\.self))
    prepare(kernel)
    writer = LightWriter(
      kernel.facts,
      on: loop,
      through: attributes(kernel),
      errands: errands,
      records: records,
      recorded: recorded,
      deadlines: time.deadlines
    ) { told.note($0) }
    self.told = told
  }

  func obey(_ order: LightOrder) {
    writer.assumeIsolated { $0.obey(order) }
  }

  /// Gives an order in the moment in which the news is told.
  func answer(_ news: WriterNews, with order: LightOrder) {
    told.answers.withLock { [writer] in $0[news] = { writer.assumeIsolated { $0.obey(order) } } }
  }

  func look(_ stir: Stir = Stir()) {
    writer.assumeIsolated { $0.look(stir) }
  }

  func meet(_ facts: LightFacts) {
    writer.assumeIsolated { $0.meet(facts) }
  }

  func resume() {
    writer.assumeIsolated { $0.resume() }
  }

  /// Carries out one errand and takes its report to the writer; false if none was begun.
  @discardableResult
  func step() -> Bool {
    guard errands.step() else { return false }
    loop.perform { loop.stop() }
    loop.run()
    return true
  }

  /// Carries out errands until none is begun.
  func settle() {
    while step() {}
  }

  func order(_ order: LightOrder) {
    obey(order)
    settle()
  }

  /// Looks to the end.
  func hear(_ stir: Stir) {
    look(stir)
    settle()
  }

  func pass(_ duration: Duration) {
    time.pass(duration)
  }

  /// Lets time pass, and carries out what is begun by that.
  func settle(after duration: Duration) {
    time.pass(duration)
    settle()
  }

  /// Lets time pass in small steps, and carries out what is begun by each.
  func settleThrough(_ duration: Duration) {
    _ = triesWithin(duration)
  }

  /// The milliseconds after which errands were begun, in steps of ten.
  func triesWithin(_ duration: Duration) -> [Int] {
    var tries: [Int] = []
    for tick in 1...max(Int(duration / .milliseconds(10)), 1) {
      time.pass(.milliseconds(10))
      if errands.count > 0 { tries.append(tick * 10) }
      settle()
    }
    return tries
  }

  /// What was told since the last time.
  func news() -> [WriterNews] {
    told.news.withLock { news in
      defer { news = [] }
      return news
    }
  }

  /// What was asked of the kernel and of the records since the last time.
  func journal() -> [String] { kernel.journal.take() }

  func forgetPast() {
    _ = (news(), journal())
  }

  /// A writer whose light is held at 80, above a base of 50, all of it told and forgotten.
  static func holding(
    _ id: LightID = .panel,
    prepare: (PlayedKernel) -> Void = { _ in }
  ) throws -> Written {
    let written = try Written(id, prepare: prepare)
    written.order(.level(80, owed: .of(id), expecting: 50))
    written.forgetPast()
    return written
  }
}

extension Debt {
  static func of(
    _ light: LightID = .panel,
    _ raw: Int = 50,
    trigger: String? = nil
  ) -> Debt {
    Debt(
      light: light,
      anchor: "/sys/devices/platform",
      kind: light.subsystem == .leds ? .keyboard : .panel,
      raw: raw,
      maximum: 100,
      share: "\(raw)",
      trigger: trigger
    )
  }
}

extension LightID {
  static let panel = LightID(.backlight, "panel")
  static let keyboard = LightID(.leds, "x::kbd_backlight")
}

extension LightOrder {
  /// Levels that are each shown for the same time.
  init(
    through levels: [Int],
    every time: Duration = .zero,
    owed: Debt? = nil,
    expecting: Int? = nil
  ) {
    self.init(steps: levels.map { Step($0, lasts: time) }, owed: owed, expecting: expecting)
  }
}

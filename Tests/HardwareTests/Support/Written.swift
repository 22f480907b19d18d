import EventLoop
import Hardware
import HardwareTesting
import Model
import Synchronization

/// A writer with a fake kernel, records, jobs and time, and all its reports.
struct Written {
  let kernel: FakeKernel
  let records: InMemoryRestoreRecords
  let jobs: SteppedJobs
  let time: SteppedTime
  let loop: EventLoop
  let writer: LightWriter
  private let reported: Told

  private final class Told: Sendable {
    let reports = Mutex<[WriterReport]>([])
    let answers = Mutex<[WriterReport: @Sendable () -> Void]>([:])

    func note(_ new: WriterReport) {
      reports.withLock { $0.append(new) }
      answers.withLock { $0[new] }?()
    }
  }

  init(
    _ id: LightID = .panel,
    maximum: Int = 100,
    level: Int = 50,
    recorded: PendingRestore? = nil,
    time: SteppedTime = SteppedTime(),
    jobs: SteppedJobs = SteppedJobs(),
    prepare: (FakeKernel) -> Void = { _ in },
    through attributes: (FakeKernel) -> any Attributes = { $0 }
  ) throws {
    let reported = Told()
    self.time = time
    self.jobs = jobs
    loop = try EventLoop()
    kernel = FakeKernel(id, maximum: maximum, level: level, time: time)
    records = InMemoryRestoreRecords(kernel.journal, [recorded].compactMap(\.self))
    prepare(kernel)
    writer = LightWriter(
      kernel.facts,
      on: loop,
      through: attributes(kernel),
      jobs: jobs,
      records: records,
      recorded: recorded,
      deadlines: time.deadlines
    ) { reported.note($0) }
    self.reported = reported
  }

  func apply(_ request: TargetRequest) {
    writer.assumeIsolated { $0.apply(request) }
  }

  /// Makes a request while a report is delivered.
  func answer(_ reports: WriterReport, with request: TargetRequest) {
    reported.answers.withLock { [writer] in $0[reports] = { writer.assumeIsolated { $0.apply(request) } } }
  }

  func read(_ event: ChangeEvent = ChangeEvent()) {
    writer.assumeIsolated { $0.read(event) }
  }

  func update(_ facts: DiscoveredLight) {
    writer.assumeIsolated { $0.update(facts) }
  }

  func resume() {
    writer.assumeIsolated { $0.resume() }
  }

  /// Carries out one job and takes its report to the writer; false if none was begun.
  @discardableResult
  func step() -> Bool {
    guard jobs.step() else { return false }
    loop.perform { loop.stop() }
    loop.run()
    return true
  }

  /// Carries out jobs until none is begun.
  func runUntilIdle() {
    while step() {}
  }

  func request(_ request: TargetRequest) {
    apply(request)
    runUntilIdle()
  }

  /// Reads, and carries out jobs until none is begun.
  func handle(_ event: ChangeEvent) {
    read(event)
    runUntilIdle()
  }

  func pass(_ duration: Duration) {
    time.pass(duration)
  }

  /// Lets time pass, and carries out what is begun by that.
  func runUntilIdle(after duration: Duration) {
    time.pass(duration)
    runUntilIdle()
  }

  /// Lets time pass in small steps, and carries out what is begun by each.
  func runThrough(_ duration: Duration) {
    _ = triesWithin(duration)
  }

  /// The milliseconds after which jobs were begun, in steps of ten.
  func triesWithin(_ duration: Duration) -> [Int] {
    var tries: [Int] = []
    for tick in 1...max(Int(duration / .milliseconds(10)), 1) {
      time.pass(.milliseconds(10))
      if jobs.count > 0 { tries.append(tick * 10) }
      runUntilIdle()
    }
    return tries
  }

  /// The reports since the last call.
  func reports() -> [WriterReport] {
    reported.reports.withLock { reports in
      defer { reports = [] }
      return reports
    }
  }

  /// What was asked of the kernel and of the records since the last time.
  func journal() -> [String] { kernel.journal.take() }

  func clearJournal() {
    _ = (reports(), journal())
  }

  /// A writer whose light has been read, which is reported and forgotten.
  static func read(maximum: Int = 100, level: Int = 50) throws -> Written {
    let written = try Written(maximum: maximum, level: level)
    written.handle(ChangeEvent())
    written.clearJournal()
    return written
  }

  /// A writer whose light is held at 80, above a base of 50, with an empty journal.
  static func holding(
    _ id: LightID = .panel,
    prepare: (FakeKernel) -> Void = { _ in }
  ) throws -> Written {
    let written = try Written(id, prepare: prepare)
    written.request(.level(80, restore: .of(id), expecting: 50))
    written.clearJournal()
    return written
  }
}

extension PendingRestore {
  static func of(
    _ light: LightID = .panel,
    _ raw: Int = 50,
    trigger: String? = nil
  ) -> PendingRestore {
    PendingRestore(
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

extension TargetRequest {
  /// A fade on the linear range of a light with a hundred raw values.
  static func fade(
    to goal: Int,
    over duration: Duration = .milliseconds(100),
    of maximum: Int = 100,
    restore: PendingRestore? = nil,
    expecting: Int? = nil
  ) -> TargetRequest {
    let range = LightRange(maximum: maximum, scale: .linear, kind: .keyboard)
    return TargetRequest(goal: goal, fade: duration, on: range, restore: restore, expecting: expecting)
  }
}

extension TargetRequest {
  /// A request without a fade.
  static func level(_ raw: Int, restore: PendingRestore? = nil, expecting: Int? = nil) -> TargetRequest {
    TargetRequest(goal: raw, restore: restore, expecting: expecting)
  }

  /// A request that only changes the restore record.
  static func record(_ restore: PendingRestore?) -> TargetRequest { TargetRequest(goal: nil, restore: restore) }
}

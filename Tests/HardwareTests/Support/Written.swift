import BrightnessEventLoop
import BrightnessModel
import Hardware
import HardwareTesting
import Synchronization

/// A writer with a fake kernel, logind, records, jobs and time, and all its reports.
struct Written {
  let kernel: FakeKernel
  let logind: FakeLogind
  let records: InMemoryRestoreRecords
  let jobs: SteppedJobs
  let time: SteppedTime
  let loop: EventLoop
  let writer: LightWriter
  private let reported: Reports

  private final class Reports: Sendable {
    let reports = Mutex<[WriterReport]>([])
    let answers = Mutex<[WriterReport: @Sendable () -> Void]>([:])

    func note(_ new: WriterReport) {
      reports.withLock { $0.append(new) }
      answers.withLock { $0[new] }?()
    }
  }

  /// With `denied`, opening the light's files for writing fails with this code, and logind writes
  /// them.
  init(
    _ id: LightID = .panel,
    maximum: Int = 100,
    level: Int = 50,
    recorded: PendingRestore? = nil,
    denied code: CInt? = nil,
    time: SteppedTime = SteppedTime(),
    jobs: SteppedJobs = SteppedJobs(),
    prepare: (FakeKernel) -> Void = { _ in }
  ) throws {
    let reported = Reports()
    self.time = time
    self.jobs = jobs
    loop = try EventLoop()
    kernel = FakeKernel(id, maximum: maximum, level: level, time: time)
    logind = FakeLogind(kernel)
    records = InMemoryRestoreRecords(kernel.journal, [recorded].compactMap(\.self))
    prepare(kernel)
    if let code {
      for file in ["brightness", "trigger"] { kernel.fail(.openToWrite, .code(code), of: file, times: 1_000_000) }
    }
    writer = LightWriter(
      kernel.light,
      on: loop,
      through: code == nil ? kernel : FilesOrLogind(kernel, else: logind),
      jobs: jobs,
      records: records,
      recorded: recorded,
      deadlines: time.deadlines
    ) { reported.note($0) }
    self.reported = reported
  }

  /// Makes a request for the light, of its own kind.
  func apply(_ request: TargetRequest) {
    var request = request
    request.kind = kernel.light.kind
    writer.assumeIsolated { [request] in $0.apply(request) }
  }

  /// Makes a request while a report is delivered.
  func answer(_ reports: WriterReport, with request: TargetRequest) {
    reported.answers.withLock { $0[reports] = { self.apply(request) } }
  }

  func read(_ event: ChangeEvent = ChangeEvent()) {
    writer.assumeIsolated { $0.read(event) }
  }

  func update(_ light: DiscoveredLight) {
    writer.assumeIsolated { $0.update(light) }
  }

  func resume(after sleep: Duration = .zero) {
    writer.assumeIsolated { $0.resume(after: sleep) }
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

  /// The calls to the kernel and to the records since the last time.
  func journal() -> [String] { kernel.journal.take() }

  func clearJournal() {
    _ = (reports(), journal())
  }

  /// A writer whose light has been read, which is reported and forgotten.
  static func read(
    maximum: Int = 100,
    level: Int = 50,
    prepare: (FakeKernel) -> Void = { _ in }
  ) throws -> Written {
    let written = try Written(maximum: maximum, level: level, prepare: prepare)
    written.handle(ChangeEvent())
    written.clearJournal()
    return written
  }

  /// A writer whose light is held at 80, above a base of 50, with an empty journal.
  static func holding(
    _ id: LightID = .panel,
    denied code: CInt? = nil,
    prepare: (FakeKernel) -> Void = { _ in }
  ) throws -> Written {
    let written = try Written(id, denied: code, prepare: prepare)
    written.request(.level(80, record: .of(id), expected: 50))
    written.clearJournal()
    return written
  }
}

extension PendingRestore {
  /// The record that a writer makes of `RecordedBase.of` for a light that a `FakeKernel` has.
  static func of(_ light: LightID = .panel, _ raw: Int = 50, trigger: String? = nil) -> PendingRestore {
    PendingRestore(
      light: light,
      anchor: "/sys/devices/platform",
      kind: light.subsystem == .leds ? .keyboard : .panel,
      raw: raw,
      maximum: 100,
      share: LightRange.hundred.share(of: raw).exactText,
      trigger: trigger
    )
  }
}

extension RecordedBase {
  /// The light itself is the writer's.
  static func of(_ light: LightID = .panel, _ raw: Int = 50) -> RecordedBase {
    RecordedBase(Base(LightRange.hundred.setting(raw: raw)), in: .hundred)
  }
}

extension LightRange {
  /// The linear range of a light with a hundred raw values.
  static let hundred = LightRange(maximum: 100, scale: .linear, kind: .keyboard)!
}

extension LightID {
  static let panel = LightID(.backlight, "panel")
  static let keyboard = LightID(.leds, "x::kbd_backlight")
}

extension TargetRequest {
  /// Returns the light if there is nothing to record.
  init(target: Int?, fade: Duration? = nil, range: LightRange = .hundred, record: RecordedBase?, expected: Int? = nil) {
    self.init(
      target: target,
      fade: fade,
      kind: .panel,
      range: range,
      record: record,
      isReturn: record == nil,
      expected: expected
    )
  }

  /// A fade on a linear range.
  static func fade(
    to target: Int,
    over duration: Duration = .milliseconds(100),
    of maximum: Int = 100,
    record: RecordedBase? = nil,
    expected: Int? = nil
  ) -> TargetRequest {
    let range = LightRange(maximum: maximum, scale: .linear, kind: .keyboard)!
    return TargetRequest(target: target, fade: duration, range: range, record: record, expected: expected)
  }

  /// A request without a fade.
  static func level(_ raw: Int, record: RecordedBase? = nil, expected: Int? = nil) -> TargetRequest {
    TargetRequest(target: raw, record: record, expected: expected)
  }

  /// A request that only changes the restore record.
  static func record(_ record: RecordedBase?) -> TargetRequest { TargetRequest(target: nil, record: record) }
}

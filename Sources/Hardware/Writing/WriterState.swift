import BrightnessEventLoop
import BrightnessModel

/// The decisions of a light's writer: which job comes next, when, and which reports follow. It does
/// no I/O.
///
/// A writer has at most one job in flight, since the kernel may block it for any time, and at most
/// one pending request and one pending reading. Each job that writes reads the light first, and
/// stops if `KnownLevels` does not explain the level, so that no level of the user is overwritten
/// unseen. `WriterTablesTests` makes the tables; "it" is the request, and reports are in
/// backquotes.
///
/// | event | at rest | a retry waits | a job is under way |
/// |---|---|---|---|
/// | a request | writes | replaces it, writes | replaces it; after the job: writes |
/// | an event of the device | reads | writes | after the job: `wrote`, reads |
/// | an event of our own write | – | reads | after the job: `wrote` |
/// | a resume | reads | drops it, reads | drops it; after the job: `attempted`, reads |
/// | another range | reads | drops it, reads | drops it; after the job: `attempted`, reads |
/// | the time is up | – | writes | `hangs`; after the job: `answers`, `wrote` |
///
/// An event makes a retry due, which reads the light anyway. The event of our own write does not,
/// and is dropped if the light was read since; after a failure it was not. The result of a job that
/// was under way at a resume no longer counts, except that the light may show its level.
///
/// | the job ends with | backlight | LED | monitor |
/// |---|---|---|---|
/// | the first step of a fade | `attempted`, again after 50 ms | the same | `wrote` |
/// | the target | `wrote` | the same | the same |
/// | a level that is not ours, first job | drops it, `found` | the same | again after 200 ms |
/// | the same, next job | drops it, `moved` | the same | drops it, `found` |
/// | the former level | `refused`, again after 250 ms | again after 50 ms | again after 200 ms |
/// | an error | `refused`, again after 250 ms | the same | the same |
/// | the light is gone | `refused`, waits for an event | the same | the same |
/// | no record | `unrecorded`, again after 250 ms | the same | the same |
///
/// Later steps of a fade report nothing; the fade in the table has a step every 50 ms.
///
/// `found` is a change from before the newest request. What the user has set since then is applied
/// on top of it, and so is a claim that now decides. After an error, the next job skips the fade
/// and writes the target. `RetryPolicy` says when or, if the light took the level but does not show
/// it yet, `Delivery`. The fault is reported once. A monitor that shows a level which is not ours
/// is read a second time before `found` or `moved`, since it gives a wrong answer now and then.
///
/// So if a key is pressed during a fade, the next step finds the change and does not write, or the
/// reading for the key's event finds it first. The rest of the fade is dropped.
struct WriterState: Sendable {
  /// A job in flight for longer is reported as hanging.
  static let longestJob = Duration.seconds(1)
  /// An exchange with a monitor takes up to two seconds if every request has to be repeated, and
  /// three more if another program has locked the bus.
  static let longestMonitorJob = Duration.seconds(5)
  private var longestJob: Duration { monitor == nil ? Self.longestJob : Self.longestMonitorJob }
  /// A light whose last job took longer is not faded: its steps would come late and keep the driver
  /// busy. Some keyboard lights ask their firmware for each reading, too.
  static let longestStep = Duration.milliseconds(20)

  enum Output: Hashable, Sendable {
    case start(WriteJob)
    case notify(WriterReport)
    /// A monitor has been at rest for `longestRest`: its worker may end.
    case close
  }

  /// A monitor's worker ends this long after it was last needed.
  static let longestRest = Duration.seconds(30)

  /// systemd-backlight writes its saved level about 0.1 s after a device was added; a loaded
  /// machine may need longer.
  static let longestSystemdRestore = Duration.seconds(10)

  /// The time before the second reading of a monitor that shows a level which is not ours.
  static let secondReadingWait = Duration.milliseconds(200)

  var light: DiscoveredLight
  /// Nil for a light of the kernel.
  var monitor: MonitorProgress?
  var recorded: PendingRestore?
  var known = KnownLevels()
  var request: PendingRequest?
  var read: PendingRead?
  var work = Work.none
  var retryPolicy: RetryPolicy
  /// How long the last job that tried to write the light took.
  var lastWriteTook = Duration.zero
  /// The end of the time in which a change may be by systemd-backlight.
  var systemdRestoreEnds: LoopClock.Instant?
  /// The last fault reported; the same one is not reported twice.
  var reportedFault: WriterReport?
  /// The target that the kernel refused as out of range.
  var refusedTarget: Int?
  private var requestCount: UInt64 = 0
  private var outputs: [Output] = []

  init(
    _ light: DiscoveredLight,
    recorded: PendingRestore?,
    wear: WearBudget = WearBudget(),
    at now: LoopClock.Instant
  ) {
    self.light = light
    self.recorded = recorded
    monitor = light.monitor.map { _ in MonitorProgress(wear: wear) }
    retryPolicy = RetryPolicy(since: now)
  }

  /// Whether a fade goes straight to its target.
  var isSlow: Bool { monitor != nil || lastWriteTook > Self.longestStep }

  /// The time at which `handleDeadline` is to be called; nil if nothing waits for a time.
  var deadline: LoopClock.Instant? {
    switch work {
    case .none: [request?.wait.due, read?.wait.due, monitor?.workerEnds].compactMap(\.self).min()
    case .job(let job): job.began.advanced(by: longestJob)
    case .hangingJob: nil
    }
  }

  /// The outputs since the last call, in order.
  mutating func takeOutputs() -> [Output] {
    defer { outputs = [] }
    return outputs
  }

  mutating func notify(_ report: WriterReport) {
    outputs.append(.notify(report))
  }

  mutating func notifyFault(_ report: WriterReport) {
    guard reportedFault != report else { return }
    reportedFault = report
    notify(report)
  }

  mutating func apply(_ new: TargetRequest, at now: LoopClock.Instant) {
    requestCount += 1
    request = PendingRequest(
      new,
      number: requestCount,
      of: light.id,
      from: known.shown,
      isSlow: isSlow,
      replacing: request,
      at: now
    )
    if let expected = new.expected, mayShow(expected) { request?.expected = expected }
    reportedFault = nil
    // The core expects a new attempt from a new request, and would wait until the driver answers.
    if work.isHanging { notify(.hangs) }
    startDueJob(at: now)
  }

  /// Whether the light may show the value that a request was computed from. The core learns of a
  /// write only from its report, so an expectation from before the write is void. An unconfirmed
  /// monitor may still show the old level and apply ours late, so its expectation is void too.
  private func mayShow(_ raw: Int) -> Bool {
    guard known.isMovedByUs else { return true }
    return monitor?.lastWrite != .unconfirmed && known.shown.map(known.origin) == raw
  }

  mutating func read(_ event: ChangeEvent, at now: LoopClock.Instant) {
    let isAtRest = work.job?.isReading != false && request == nil
    if event.startsSystemdBacklight { systemdRestoreEnds = now.advanced(by: Self.longestSystemdRestore) }
    var merged = read?.event ?? event
    merged.add(event)
    let reason = read?.reason == .sleep ? .sleep : PendingRead.Reason.event(isAtRest: isAtRest)
    read = PendingRead(event: merged, reason: reason, wait: .until(now))
    // A `sysfs` event follows every write, even a failed one. A retry at our own event would never
    // end.
    if event.sources != [.sysfs] { retry(at: now) { $0 != .newRequest } }
    startDueJob(at: now)
  }

  /// Firmware and drivers may set another level during suspend, which is not the user's choice:
  /// the light is read as if just connected.
  mutating func resume(at now: LoopClock.Instant, after sleep: Duration) {
    monitor?.patience = .untilRead
    known.resume(at: now, after: sleep)
    startAnew(reading: .sleep, at: now)
    startDueJob(at: now)
  }

  /// Drops requests and readings if it is another device, or one with another range.
  mutating func update(_ new: DiscoveredLight, at now: LoopClock.Instant) {
    let isOther = (new.id, new.incarnation, new.maximum) != (light.id, light.incarnation, light.maximum)
    light = new
    retryPolicy.graceBegan = now
    if isOther {
      known = KnownLevels()
      lastWriteTook = .zero
      startAnew(reading: .event(isAtRest: true), at: now)
    }
    retry(at: now) { _ in true }
    startDueJob(at: now)
  }

  mutating func startFirstReading(isAwaited: Bool, at now: LoopClock.Instant) {
    monitor?.patience = isAwaited ? .untilRead : .once
    reportedFault = nil
    if work.isHanging { notify(.hangs) }
    if work.job?.isReading != true { read(ChangeEvent(), at: now) }
  }

  /// The monitor shows no picture now. The answer to the job in flight may be from before.
  mutating func markDark() {
    monitor?.picture = .wasDark
    work.change { if $0.validity == .counts { $0.validity = .mayPrecedeSleep } }
  }

  /// The monitor shows a picture now. It is not read if it has answered since it was dark: any
  /// other level would come from its buttons.
  mutating func markLit(at now: LoopClock.Instant) {
    // A request that waits reads it anyway, and so does a job in flight whose result counts.
    guard monitor?.picture == .wasDark, request == nil, work.job?.validity != .counts else { return }
    monitor?.patience = .untilRead
    if read == nil { read(ChangeEvent(), at: now) }
  }

  mutating func cancelFirstReading() {
    monitor?.patience = .once
    if recorded == nil { read = nil }
  }

  mutating func handleDeadline(at now: LoopClock.Instant) {
    switch work {
    case .none:
      if let end = monitor?.workerEnds, end <= now {
        monitor?.workerEnds = nil
        outputs.append(.close)
      }
    case .job(let job) where job.began.advanced(by: longestJob) <= now:
      work = .hangingJob(job)
      notify(.hangs)
    case .job, .hangingJob: break
    }
    startDueJob(at: now)
  }

  mutating func finishJob(_ report: JobReport, at now: LoopClock.Instant) {
    guard let ended = work.job else { preconditionFailure("a job ended that is not in flight") }
    if work.isHanging {
      notify(.answers)
      // The core has forgotten the fault of the former job, so report it if it happens again.
      reportedFault = nil
    }
    work = .none
    recorded = report.recorded
    if ended.validity != .isObsolete {
      handle(report, of: ended, at: now)
    } else if case .write(let raw) = ended.job.operation {
      known.addDroppedWrite(of: raw, report, at: now)
      // The request is dropped, but the light may show its level next, which is not the user's.
      if report.write != .none { notify(.attempted) }
    }
    startDueJob(at: now)
    let isDone = work == .none && request == nil && read == nil && recorded == nil
    monitor?.workerEnds = isDone ? now.advanced(by: Self.longestRest) : nil
  }

  private mutating func startAnew(reading reason: PendingRead.Reason, at now: LoopClock.Instant) {
    request = nil
    refusedTarget = nil
    reportedFault = nil
    retryPolicy = RetryPolicy(since: now)
    read = PendingRead(event: ChangeEvent(), reason: reason, wait: .until(now))
    work.change { $0.validity = .isObsolete }
  }

  /// Retries at once after a failure, if the trigger matches.
  private mutating func retry(at now: LoopClock.Instant, where matches: (RetryTrigger) -> Bool) {
    if let trigger = request?.wait.trigger, matches(trigger) { request?.wait.end(at: now) }
    if let trigger = read?.wait.trigger, matches(trigger) { read?.wait.end(at: now) }
  }

  private mutating func startDueJob(at now: LoopClock.Instant) {
    guard work == .none else { return }
    if read?.isAnswered(by: known) == true { read = nil }
    if let request, let due = request.wait.due, due <= now, !isOverBudget(request, at: now) {
      startStep(of: request, at: now)
    } else if let waiting = read, let due = waiting.wait.due, due <= now {
      read = nil
      start(job(.read), for: .reading(waiting), at: now)
    }
  }

  private mutating func startStep(of request: PendingRequest, at now: LoopClock.Instant) {
    var job = job(request.operation)
    job.accepted = acceptedValues(for: job.operation)
    job.restore = request.request.record.map { PendingRestore($0, request.request.kind, of: light) }
    job.isReturn = request.request.isReturn
    job.isLast = request.isLast
    job.result = request.result
    start(job, for: .step(of: request.number, isByProgram: request.request.isByProgram), at: now)
  }

  private func job(_ operation: WriteJob.Operation) -> WriteJob {
    var job = WriteJob(operation: operation, files: light.files, recorded: recorded)
    if let rules = monitorRules {
      job.monitor = rules
    } else {
      job.start = request?.start
    }
    return job
  }

  private mutating func start(_ job: WriteJob, for purpose: InFlightJob.Purpose, at now: LoopClock.Instant) {
    work = .job(InFlightJob(job: job, purpose: purpose, began: now))
    outputs.append(.start(job))
  }

  /// The raw values from which a request may move the light; nil if its job does not compare. Any
  /// other value was set by the user or by firmware. A job that compares reads the light, so it
  /// includes a pending reading.
  private mutating func acceptedValues(for operation: WriteJob.Operation) -> Set<Int>? {
    let expected = request?.expected
    let comparesWithOurs = operation != .record && !known.isEmpty
    guard expected != nil || comparesWithOurs else { return nil }
    if let waiting = read, waiting.reason != .sleep {
      request?.join(waiting)
      read = nil
    }
    // Someone has set the light since, maybe to the same level that we know.
    if let reading = request?.reading, known.isNews(reading.event, isAtRest: reading.isAtRest) { return [] }
    return expected.map(known.forms) ?? known.ours
  }

  /// The rules for a job of a monitor; nil for a light of the kernel.
  var monitorRules: MonitorRules? {
    monitor.map { monitor in
      MonitorRules(
        maximum: light.maximum,
        mayDeliver: request?.delivery.isDue ?? true,
        isDelivered: request?.delivery.hasBegun ?? false,
        isDoubtful: monitor.lastWrite == .unconfirmed,
        // The monitor is to get its base level back: 0 is more often a bad reply than a choice.
        distrustsZero: request?.request.isReturn == true && recorded != nil
      )
    }
  }

  /// Postpones a program's request if programs have used up the write budget of the monitor;
  /// returns whether it did.
  private mutating func isOverBudget(_ request: PendingRequest, at now: LoopClock.Instant) -> Bool {
    guard let monitor, request.request.isByProgram, request.target != nil, !request.isWritten else {
      return false
    }
    let ready = monitor.wear.readyForPrograms(at: now)
    guard ready > now else { return false }
    self.request?.wait = .retry(.backoff, at: ready)
    notifyFault(.refused(.ofMonitor(path: light.files.brightness.path, .overBudget), .backoff))
    return true
  }
}

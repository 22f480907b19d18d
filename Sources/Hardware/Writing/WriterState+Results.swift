import BrightnessEventLoop
import BrightnessModel

extension WriterState {
  mutating func handle(_ given: JobReport, of ended: InFlightJob, at now: LoopClock.Instant) {
    defer { updatePicture(given, ended) }
    let report = refusingUnsteadyRange(given)
    switch ended.purpose {
    case .reading(let read): finishReading(read, report, at: now)
    case .step(_, let isByProgram): finishStep(ended, report, isByProgram: isByProgram, at: now)
    }
  }

  private mutating func finishStep(
    _ ended: InFlightJob,
    _ report: JobReport,
    isByProgram: Bool,
    at now: LoopClock.Instant
  ) {
    let isCurrent = ended.isStep(of: request)
    if case .write(let raw) = ended.job.operation { known.tried(raw, report, at: now) }
    if report.write != .none {
      let isDone = report.failure == nil && ended.job.isLast && isCurrent
      if request?.expected != nil, !isDone { notify(.attempted) }
      lastWriteTook = report.took
      // Even if the job was for the former request, because what the light shows next is newer than
      // this one.
      request?.recordWrite()
    }
    if report.write == .delivered {
      monitor?.wear.countWrite(isByProgram: isByProgram, at: now)
      if isCurrent { request?.delivery.countOne() }
    }
    updateLastWrite(report, of: ended.job.operation)
    if report.failure == nil { succeed() }
    switch report.failure {
    case .measured(let maximum, let raw): changeRange(to: maximum, showing: raw)
    case .surprised(let raw): handleSurprise(raw, after: report.newestEvent, at: now)
    case _ where isCurrent: continueRequest(ended, report, at: now)
    case .refused(let error): _ = retryPolicy.decide(after: WriteFault(error), at: now)
    case nil, .unrecorded, .uncleared: break
    }
  }

  /// Who caused a value that none of our writes explains: the rows of the table in
  /// `docs/dev/lights.md` that can be decided without another read of the light's files.
  private enum Judgement {
    /// GNOME's answer to our last write, or to an earlier one.
    case answer(KnownLevels.DesktopAnswer)
    /// What the hardware made of our last write, which had not been read back.
    case result
    /// A monitor may have given a wrong answer: it is read a second time.
    case doubtful
    case users
  }

  private mutating func judge(
    _ raw: Int,
    _ event: ChangeEvent,
    isSecondReading: Bool,
    after newest: UInt64?,
    at now: LoopClock.Instant
  ) -> Judgement {
    if let answer = desktopAnswer(raw, event, after: newest, at: now) { return .answer(answer) }
    return switch light.id.subsystem {
    case .leds where known.acceptLateResult(raw, event, at: now): .result
    case .ddc where !isSecondReading: .doubtful
    case .backlight, .leds, .ddc: known.acceptResult(raw, event) ? .result : .users
    }
  }

  private mutating func desktopAnswer(
    _ raw: Int,
    _ event: ChangeEvent,
    after newest: UInt64?,
    at now: LoopClock.Instant
  ) -> KnownLevels.DesktopAnswer? {
    guard light.id.subsystem == .backlight else { return nil }
    return known.acceptDesktopAnswer(raw, event, in: DesktopRange(of: light), after: newest, at: now)
  }

  private mutating func handleSurprise(_ raw: Int, after newest: UInt64?, at now: LoopClock.Instant) {
    // Many monitors show another level after a sleep; the core decides again what they should show.
    if monitor?.picture == .wasDark, request?.expected == nil { return wake(showing: raw) }
    // The event of the change names its source, and may have arrived already.
    var event = request?.reading?.event ?? ChangeEvent()
    if let read { event.add(read.event) }
    let isSecondReading = request.map { $0.isInDoubt || $0.target == raw } ?? true
    switch judge(raw, event, isSecondReading: isSecondReading, after: newest, at: now) {
    case .answer(let answer):
      request?.dropReading()
      request?.wait.end(at: now)
      if answer == .toEarlier { bringBack(from: raw) }
    case .result where monitor != nil: confirm(raw, at: now)
    case .result: request?.wait.end(at: now)
    case .doubtful:
      // One bad reply must not cost the base level.
      request?.doubt()
      delay(RetryPolicy.Decision(trigger: .backoff, wait: Self.secondReadingWait), at: now)
    case .users:
      // What a light shows after a sleep is not the user's choice; the core still waits for that
      // reading.
      let isBeforeRequest = isRequestNewer || read?.reason == .sleep
      known.reset(to: raw, after: newest)
      reportChange(to: raw, by: event.source, isBeforeRequest: isBeforeRequest, at: now)
    }
  }

  /// Brings the light from a level that GNOME has set back to our last level.
  private mutating func bringBack(from raw: Int) {
    // Only a request that still writes brings it back by itself.
    guard let request, request.target != nil, !request.isWritten else { return notify(.displaced(raw)) }
    if request.expected != nil { self.request?.expected = raw }
  }

  /// Reports what a monitor shows after it was dark, which is not the user's choice.
  private mutating func wake(showing raw: Int) {
    known.woke(showing: raw)
    dropRequests()
    notify(.woke(raw))
  }

  /// Whether the user chose a level, or a claim began to decide, after the light was last read.
  /// What it shows is from before that.
  private var isRequestNewer: Bool {
    guard let request else { return false }
    return request.expected != nil || request.request.expected != nil && request.stage == .notRead
  }

  /// Reports a value that the user set, and drops what was computed from another one.
  private mutating func reportChange(
    to raw: Int,
    by source: ChangeSource,
    isBeforeRequest: Bool,
    at now: LoopClock.Instant
  ) {
    dropRequests()
    isBeforeRequest ? notify(.found(raw)) : notifyMove(to: raw, by: source, at: now)
  }

  /// Ends a request of a monitor whose write could only be read back later. Do not write again: a
  /// monitor that rounds stays where it is, which we would misread as a refusal.
  private mutating func confirm(_ raw: Int, at now: LoopClock.Instant) {
    request?.wait.end(at: now)
    guard let request, request.target == known.origin(of: raw) else { return }
    notify(request.report(showing: raw))
    self.request?.stage = .written(result: raw)
  }

  /// Updates whether a monitor answered since it was dark, even if the job failed afterwards.
  private mutating func updatePicture(_ report: JobReport, _ ended: InFlightJob) {
    if report.isAnswered { monitor?.picture = ended.validity == .mayPrecedeSleep ? .wasDark : .answered }
    if case .refused(let error) = report.failure, WriteFault(error) == .asleep { monitor?.picture = .wasDark }
  }

  private mutating func updateLastWrite(_ report: JobReport, of operation: WriteJob.Operation) {
    switch (report.failure, operation) {
    case (.refused(.ofMonitor(_, .notConfirmed)), _): monitor?.lastWrite = .unconfirmed
    case (nil, .write): monitor?.lastWrite = .confirmed
    default: break
    }
  }

  /// Turns a report of another range into a failure if the range keeps changing.
  private mutating func refusingUnsteadyRange(_ report: JobReport) -> JobReport {
    guard case .measured(let maximum, _) = report.failure else {
      if report.failure == nil { monitor?.range = RangeSteadiness() }
      return report
    }
    if monitor?.range.countChange(to: maximum, hasReadKnownRange: report.before != nil) != false { return report }
    var report = report
    report.failure = .refused(.ofMonitor(path: light.files.brightness.path, .unsteady))
    return report
  }

  /// Takes another range. Requests were computed from the former one, so they are dropped.
  private mutating func changeRange(to maximum: Int, showing raw: Int) {
    light.maximum = maximum
    known = KnownLevels()
    known.reset(to: raw)
    dropRequests()
    if monitor?.range.isSteady != false { retryPolicy.succeeded() }
    monitor?.patience = .once
    refusedTarget = nil
    notify(.measured(maximum: maximum, raw: raw))
    notify(.found(raw))
  }

  private mutating func continueRequest(_ ended: InFlightJob, _ report: JobReport, at now: LoopClock.Instant) {
    if let before = report.before { request?.setStart(before) }
    switch report.failure {
    case nil: advance(report, began: ended.began, at: now)
    case .refused(let error) where WriteFault(error) == .outOfRange:
      // The device is read again, once for each target: its range may have changed. If the kernel
      // refuses the same target again, the range was not the reason.
      let isNew = refusedTarget != request?.target
      refusedTarget = request?.target
      delay(RetryPolicy.Decision(trigger: .newRequest), at: now)
      notifyFault(isNew ? .outOfRange : .refused(error, request?.wait.trigger ?? .newRequest))
    case .refused(.ofMonitor(_, .notConfirmed)) where readAgain(at: now),
      .refused(.writeIgnored) where readAgain(at: now):
      break
    case .refused(let error):
      let decision = retryPolicy.decide(after: WriteFault(error), at: now)
      delay(decision, at: now)
      if !decision.isSilent { notifyFault(.refused(error, request?.wait.trigger ?? decision.trigger)) }
    case .unrecorded(let error):
      delay(retryPolicy.decide(after: .transient, at: now), at: now)
      notifyFault(.unrecorded(error))
    case .uncleared(let error):
      if case .write(let raw) = ended.job.operation { notify(.wrote(raw, shows: report.shown ?? raw)) }
      request?.stage = .written(result: nil)
      delay(retryPolicy.decide(after: .transient, at: now), at: now)
      notifyFault(.uncleared(error))
    case .surprised, .measured: preconditionFailure("handled before")
    }
  }

  /// Schedules the next reading, or write, of a light that does not show the target; false after
  /// the last one.
  private mutating func readAgain(at now: LoopClock.Instant) -> Bool {
    guard let wait = request?.delivery.nextReading() else { return false }
    delay(RetryPolicy.Decision(trigger: .backoff, wait: wait, isSilent: true), at: now)
    return true
  }

  private mutating func succeed() {
    retryPolicy.succeeded()
    monitor?.patience = .once
    reportedFault = nil
    refusedTarget = nil
  }

  private mutating func advance(_ report: JobReport, began: LoopClock.Instant, at now: LoopClock.Instant) {
    guard let request else { return }
    if request.isLast || request.isAtTarget {
      if request.request.isReturn { known.returned() }
      notify(request.report(showing: report.shown))
      self.request = nil
    } else {
      self.request?.stepped(since: began)
      guard isSlow else { return }
      self.request?.skipToTarget()
      self.request?.wait = .until(now)
    }
  }

  /// Schedules the next try. A return with a restore record is never given up, so it gets a timer
  /// if nothing else triggers it.
  private mutating func delay(_ decision: RetryPolicy.Decision, at now: LoopClock.Instant) {
    let mustRetry = request?.request.isReturn == true && recorded != nil
    let decision = mustRetry ? decision.withTimer : decision
    request?.skipToTarget()
    request?.wait = .retry(decision.trigger, at: decision.wait.map(now.advanced(by:)))
  }

  /// Reports a change. The first one soon after the device was added is systemd-backlight's
  /// restore, unless it was by a key.
  private mutating func notifyMove(to raw: Int, by source: ChangeSource, at now: LoopClock.Instant) {
    guard source != .hotkey, let systemdRestoreEnds, now < systemdRestoreEnds else {
      return notify(.moved(to: raw, by: source))
    }
    self.systemdRestoreEnds = nil
    notify(.restoredBySystem(to: raw))
  }

  /// Drops what was computed from a level that the light no longer shows.
  private mutating func dropRequests() {
    request = nil
    read = nil
    reportedFault = nil
  }

  private mutating func finishReading(_ read: PendingRead, _ report: JobReport, at now: LoopClock.Instant) {
    if case .measured(let maximum, let raw) = report.failure { return changeRange(to: maximum, showing: raw) }
    guard let raw = report.shown else {
      if case .refused(let error) = report.failure { postpone(read, after: error, at: now) }
      return
    }
    let fault = reportedFault
    if request == nil { succeed() }
    let isOurs = known.ours.contains(raw)
    let answer = read.reason == .sleep ? desktopAnswer(raw, read.event, after: report.newestEvent, at: now) : nil
    if monitor?.picture == .wasDark, !known.isEmpty, !isOurs {
      wake(showing: raw)
    } else if answer == .toEarlier {
      notify(.displaced(raw))
    } else if read.reason == .sleep, isOurs || answer == .toLast {
      notify(.found(known.origin(of: raw)))
      known.setShown(raw)
    } else if read.reason == .sleep || known.isEmpty {
      known.resetByFirstReading(raw, after: report.newestEvent)
      notify(.found(raw))
    } else if isExplained(raw, read, after: report.newestEvent, at: now), request == nil, fault != nil {
      // Nothing else would tell the core that the light can be read again.
      notify(.answers)
    }
  }

  /// Compares a reading with what our writes explain. What they do not explain is reported or read
  /// once more.
  private mutating func isExplained(
    _ raw: Int,
    _ read: PendingRead,
    after newest: UInt64?,
    at now: LoopClock.Instant
  ) -> Bool {
    switch judge(raw, read.event, isSecondReading: read.isInDoubt, after: newest, at: now) {
    case .answer(.toEarlier):
      bringBack(from: raw)
      return true
    case .answer(.toLast), .result: return true
    case _ where isImplausible(raw) || !known.isMove(to: raw, read.event, isAtRest: read.isAtRest):
      known.setShown(raw)
      return true
    case .doubtful:
      let wait = Wait.until(now.advanced(by: Self.secondReadingWait))
      self.read = read.again(.secondReading(isAtRest: read.isAtRest), wait, after: self.read)
    case .users:
      let isBeforeRequest = read.isAtRest && isRequestNewer
      known.reset(to: raw, after: newest)
      reportChange(to: raw, by: read.event.source, isBeforeRequest: isBeforeRequest, at: now)
    }
    return false
  }

  /// Whether a value of a monitor is a bad reply.
  private func isImplausible(_ raw: Int) -> Bool { monitorRules?.isImplausible(raw) == true }

  private mutating func postpone(_ read: PendingRead, after error: LightError, at now: LoopClock.Instant) {
    let decision = retryPolicy.decide(after: WriteFault(error), at: now)
    // Nothing waits for this monitor: it is read when a client asks again.
    if monitor?.patience == .once, recorded == nil, request == nil {
      return notifyFault(.refused(error, .newRequest))
    }
    let wait = Wait.retry(decision.trigger, at: decision.wait.map(now.advanced(by:)))
    self.read = read.again(read.reason, wait, after: self.read)
    if !decision.isSilent { notifyFault(.refused(error, decision.trigger)) }
  }
}

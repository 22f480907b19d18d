import EventLoop
import Model

extension WriterState {
  mutating func handle(_ given: JobReport, of inFlight: InFlightJob, at now: LoopClock.Instant) {
    defer { noteSleep(given, inFlight) }
    let report = refusingUnsteadyRange(given)
    if let read = inFlight.read {
      finish(report, of: read, at: now)
      return
    }
    if case .write(let raw) = inFlight.job.operation { known.tried(raw, report, at: now) }
    if report.isAttempted {
      let isDone = report.failure == nil && inFlight.job.isLast && inFlight.number == request?.number
      if expecting != nil, !isDone { notify(.attempted) }
      expecting = nil
      // Also where the job was for the request before: what the light shows next is newer than
      // this.
      request?.noteWrite()
      isSlow = monitor != nil || report.took > Self.longestStep
    }
    note(report, of: inFlight, at: now)
    if report.failure == nil { succeed() }
    if case .measured(let maximum, let level) = report.failure {
      measure(maximum, level)
    } else if case .surprised(let level) = report.failure {
      handleSurprise(level, at: now)
    } else if inFlight.number == request?.number {
      if request?.start == nil { request?.start = report.before }
      if report.before != nil { request?.noteSeen() }
      finish(report, of: inFlight, at: now)
    } else if case .refused(let error) = report.failure {
      _ = retryPolicy.decide(after: WriteFault(error), at: now)
    }
  }

  private mutating func handleSurprise(_ level: Int, at now: LoopClock.Instant) {
    // The event of the change may have arrived already, and names its source.
    var event = request?.joined?.event ?? ChangeEvent()
    if let read { event.add(read.event) }
    if takeDesktopEcho(level, event, at: now) {
      request?.joined = nil
      request?.wait.end(at: now)
    } else if monitor == nil, known.takeResult(level, event) {
      request?.wait.end(at: now)
    } else if monitor?.hasSlept == true, expecting == nil {
      // Many monitors show something else after a sleep: the caller decides again what they should show.
      known.woke(showing: level)
      drop()
      notify(.woke(level))
    } else if monitor != nil, request?.isInDoubt == false, request?.goal != level {
      // One bad reply must not cost the base level.
      request?.isInDoubt = true
      delay(RetryPolicy.Decision(trigger: .backoff, wait: Self.secondLook), at: now)
    } else if monitor != nil, known.takeResult(level, event) {
      confirm(level, at: now)
    } else {
      // What a light shows after a sleep is no choice of the user; the caller still waits for that
      // reading.
      reportChange(
        to: level,
        by: event.source,
        isBeforeRequest: isUnseen || read?.isAfterSleep == true,
        at: now
      )
    }
  }

  private mutating func takeDesktopEcho(_ level: Int, _ event: ChangeEvent, at now: LoopClock.Instant) -> Bool {
    light.id.subsystem == .backlight && known.takeDesktopEcho(level, event, of: light.maximum, at: now)
  }

  /// Whether the user chose a level, or a claim came to decide, since the light was read: what it
  /// shows is from before that.
  private var isUnseen: Bool {
    expecting != nil || request?.request.expected != nil && request?.stage == .unseen
  }

  /// Reports a level that is the user's, and drops what was computed from another one.
  private mutating func reportChange(
    to level: Int,
    by source: ChangeSource,
    isBeforeRequest: Bool,
    at now: LoopClock.Instant
  ) {
    known.saw(level)
    drop()
    isBeforeRequest ? notify(.found(level)) : notifyMove(to: level, by: source, at: now)
  }

  /// Ends a request of a monitor whose write could only be read later. It is not written again: a monitor that rounds would not move, which
  /// looks as if it had refused the level.
  private mutating func confirm(_ level: Int, at now: LoopClock.Instant) {
    request?.wait.end(at: now)
    guard let request, request.goal == known.origin(of: level) else { return }
    notify(request.report(showing: level))
    self.request?.stage = .written(found: level)
  }

  /// Notes whether a monitor answered since it was dark, also where the job failed afterwards.
  private mutating func noteSleep(_ report: JobReport, _ inFlight: InFlightJob) {
    if report.isAnswered { monitor?.hasSlept = inFlight.mayPrecedeSleep }
    if case .refused(let error) = report.failure, WriteFault(error) == .asleep { monitor?.hasSlept = true }
  }

  /// Notes what a job says about a monitor.
  private mutating func note(_ report: JobReport, of inFlight: InFlightJob, at now: LoopClock.Instant) {
    if report.isDelivered {
      monitor?.wear.note(isByProgram: inFlight.isByProgram, at: now)
      if inFlight.number == request?.number { request?.delivery.note() }
    }
    if case .refused(let error) = report.failure {
      if case .notConfirmed = error { monitor?.isUnconfirmed = true }
    } else if report.failure == nil, case .write = inFlight.job.operation {
      monitor?.isUnconfirmed = false
    }
  }

  /// A report of another range, as a failure if the range changes all the time.
  private mutating func refusingUnsteadyRange(_ report: JobReport) -> JobReport {
    guard case .measured(let maximum, _) = report.failure else {
      if report.failure == nil { monitor?.range = RangeSteadiness() }
      return report
    }
    if monitor?.range.takes(maximum, hasReadKnownRange: report.before != nil) != false { return report }
    var report = report
    report.failure = .refused(.unsteady(path: light.files.brightness.path))
    return report
  }

  /// Takes another range; requests are made of the range, and dropped with it.
  private mutating func measure(_ maximum: Int, _ level: Int) {
    light.maximum = maximum
    known = KnownLevels()
    known.saw(level)
    drop()
    if monitor?.range.isSteady != false { retryPolicy.succeeded() }
    monitor?.isAwaited = false
    refusedGoal = nil
    notify(.measured(maximum: maximum, level: level))
    notify(.found(level))
  }

  private mutating func finish(_ report: JobReport, of inFlight: InFlightJob, at now: LoopClock.Instant) {
    switch report.failure {
    case nil: advance(report, began: inFlight.began, at: now)
    case .refused(let error) where WriteFault(error) == .outOfRange:
      // The device is read again, once for each goal: its range may have changed. If the kernel refuses the same goal again, the
      // range was not the reason.
      let isNew = refusedGoal != request?.goal
      refusedGoal = request?.goal
      delay(RetryPolicy.Decision(trigger: .newRequest), at: now)
      notifyFault(isNew ? .outOfRange : .refused(error, request?.wait.trigger ?? .newRequest))
    case .refused(.notConfirmed) where lookAgain(at: now): break
    case .refused(.notTaken) where lookAgain(at: now): break
    case .refused(let error):
      let decision = retryPolicy.decide(after: WriteFault(error), at: now)
      delay(decision, at: now)
      if !decision.isSilent { notifyFault(.refused(error, request?.wait.trigger ?? decision.trigger)) }
    case .unrecorded(let error):
      delay(retryPolicy.decide(after: .transient, at: now), at: now)
      notifyFault(.unrecorded(error))
    case .uncleared(let error):
      if case .write(let raw) = inFlight.job.operation { notify(.wrote(raw, shows: report.shown ?? raw)) }
      request?.stage = .written(found: nil)
      delay(retryPolicy.decide(after: .transient, at: now), at: now)
      notifyFault(.uncleared(error))
    case .surprised, .measured: preconditionFailure("handled before")
    }
  }

  /// Schedules the next look at a light that does not show the goal, or its next write; false after
  /// the last one.
  private mutating func lookAgain(at now: LoopClock.Instant) -> Bool {
    guard let wait = request?.delivery.nextLook() else { return false }
    delay(RetryPolicy.Decision(trigger: .backoff, wait: wait, isSilent: true), at: now)
    return true
  }

  private mutating func succeed() {
    retryPolicy.succeeded()
    monitor?.isAwaited = false
    reportedFault = nil
    refusedGoal = nil
  }

  private mutating func advance(_ report: JobReport, began: LoopClock.Instant, at now: LoopClock.Instant) {
    if request?.isLast == true || request?.goal == expecting {
      if request?.request.isReturn == true { known.returned() }
      if let request { notify(request.report(showing: report.shown)) }
      (request, expecting) = (nil, nil)
    } else {
      request?.stepped(since: began)
      guard isSlow else { return }
      request?.skipToGoal()
      request?.wait = .until(now)
    }
  }

  /// Schedules the next try. A return with a restore record is never given up: without another trigger it has a timer.
  private mutating func delay(_ decision: RetryPolicy.Decision, at now: LoopClock.Instant) {
    let mustRetry = request?.request.isReturn == true && recorded != nil
    let decision = mustRetry ? decision.withTimer : decision
    request?.skipToGoal()
    request?.wait = .retry(decision.trigger, at: decision.wait.map(now.advanced(by:)))
  }

  /// Reports a change, as a restore if it may be by systemd-backlight: the first one after the device was added, not by a key.
  private mutating func notifyMove(to level: Int, by source: ChangeSource, at now: LoopClock.Instant) {
    guard source != .hotkey, let systemdRestoreEnds, now < systemdRestoreEnds else {
      return notify(.moved(to: level, by: source))
    }
    self.systemdRestoreEnds = nil
    notify(.restoredBySystem(to: level))
  }

  /// Drops what was computed from a level that the light no longer has.
  private mutating func drop() {
    (request, read, expecting, reportedFault) = (nil, nil, nil, nil)
  }

  private mutating func finish(_ report: JobReport, of read: PendingRead, at now: LoopClock.Instant) {
    if case .measured(let maximum, let level) = report.failure { return measure(maximum, level) }
    guard let level = report.shown else {
      if case .refused(let error) = report.failure { postpone(read, after: error, at: now) }
      return
    }
    if request == nil { succeed() }
    if monitor?.hasSlept == true, !known.isEmpty, !known.ours.contains(level) {
      known.woke(showing: level)
      drop()
      notify(.woke(level))
    } else if read.isAfterSleep, known.ours.contains(level) {
      notify(.found(known.origin(of: level)))
      known.sawAgain(level)
    } else if known.isEmpty || read.isAfterSleep {
      known.sawAfterSleep(level)
      notify(.found(level))
    } else if takeDesktopEcho(level, read.event, at: now) {
      return
    } else if monitor == nil || read.isInDoubt, known.takeResult(level, read.event) {
      return
    } else if !isNonsense(level), known.isMove(to: level, read.event, isAtRest: read.isAtRest) {
      if monitor != nil, !read.isInDoubt { return readAgain(read, at: now) }
      reportChange(
        to: level,
        by: read.event.source,
        isBeforeRequest: read.isAtRest && isUnseen,
        at: now
      )
    } else {
      known.sawAgain(level)
    }
  }

  /// Whether a monitor's level is no user's choice.
  private func isNonsense(_ level: Int) -> Bool { monitorRules?.isNonsense(level) == true }

  private mutating func readAgain(_ read: PendingRead, at now: LoopClock.Instant) {
    var again = read
    again.isInDoubt = true
    again.wait = .until(now.advanced(by: Self.secondLook))
    if let newer = self.read { again.event.add(newer.event) }
    self.read = again
  }

  private mutating func postpone(_ read: PendingRead, after error: LightError, at now: LoopClock.Instant) {
    let decision = retryPolicy.decide(after: WriteFault(error), at: now)
    // Nothing waits for this monitor: it is read when a client asks again.
    if monitor?.isAwaited == false, recorded == nil, request == nil { return notify(.refused(error, .newRequest)) }
    var again = read
    again.wait = .retry(decision.trigger, at: decision.wait.map(now.advanced(by:)))
    if let newer = self.read { again.event.add(newer.event) }
    self.read = again
    if !decision.isSilent { notifyFault(.refused(error, decision.trigger)) }
  }
}

import BrightnessEventLoop
import BrightnessModel

/// The newest request until it is done.
///
/// Its jobs read the light before they write it. `stage` records how far the request has got;
/// `wait` says when the next job is due, after a failure, a doubtful reading or a fade step.
struct PendingRequest: Hashable, Sendable {
  let request: TargetRequest
  /// Distinguishes it from requests that it replaced, whose job may still be in flight.
  let number: UInt64
  private let steps: [LightStep]
  private var next = 0
  var wait: Wait
  var stage = Stage.notRead
  var delivery: Delivery
  /// The only value that the light may be moved from until a write has been attempted; nil accepts
  /// any value that our writes explain. A request without one inherits it from the one before.
  var expected: Int?
  /// A pending reading that became part of the request's job, which reads the light anyway; or the
  /// second look at a monitor in doubt. Nil once a job has found the light at an accepted level.
  private(set) var reading: PendingRead?

  enum Stage: Hashable {
    /// The light was not read for this request: what it shows next is from before the request.
    case notRead
    /// A job of the former request has written the light since: what it shows next is newer than
    /// this request.
    case writtenByFormer
    /// A job of the request has found the light at an accepted level, the first one at `from`.
    case begun(from: Int)
    /// Only the restore record is left to be cleared. `result` is the level that a monitor has made
    /// of the target, if only a later job could read it.
    case written(result: Int?)
  }

  /// A fade starts from `shown`, the raw value that the light shows now. A slow light does not
  /// fade.
  init(
    _ request: TargetRequest,
    number: UInt64,
    of light: LightID,
    from shown: Int?,
    isSlow: Bool,
    replacing former: PendingRequest?,
    at now: LoopClock.Instant
  ) {
    self.request = request
    self.number = number
    wait = .until(now)
    delivery = Delivery(to: light.subsystem)
    expected = former?.expected
    // Without a known start there is nothing to interpolate from.
    if let target = request.target, let fade = request.fade, let shown {
      steps = request.range.steps(from: shown, to: target, in: fade)
    } else {
      steps = request.target.map { [LightStep($0)] } ?? []
    }
    if isSlow { skipToTarget() }
    if let reading = former?.reading { join(reading) }
  }

  var target: Int? { request.target }

  /// Whether only the restore record is left to be cleared.
  var isWritten: Bool { if case .written = stage { true } else { false } }

  /// The level that a monitor made of the target, if only a later job could read it.
  var result: Int? { if case .written(let result) = stage { result } else { nil } }

  /// The raw value that the first job of the request has found.
  var start: Int? { if case .begun(let from) = stage { from } else { nil } }

  var isLast: Bool { isWritten || next >= steps.count - 1 }

  /// Whether the target is the expected level, so that nothing has to be written.
  var isAtTarget: Bool { target != nil && target == expected }

  /// The next operation. A light that is still at its target is read, not written.
  var operation: WriteJob.Operation {
    isWritten || steps.isEmpty || isAtTarget ? .record : .write(steps[next].raw)
  }

  /// Whether a monitor showed a value that is not ours, and is read once more before that counts.
  var isInDoubt: Bool { reading?.isInDoubt == true }

  func report(showing raw: Int?) -> WriterReport {
    guard !isWritten, let target else { return .recorded }
    return .wrote(target, shows: raw ?? target)
  }

  /// Makes a pending reading part of the next job. A second look is not carried over, since the
  /// request makes its own.
  mutating func join(_ read: PendingRead) {
    if reading == nil {
      reading = read
      reading?.reason = .event(isAtRest: read.isAtRest)
    } else {
      reading?.event.add(read.event)
    }
  }

  /// Turns the next job into the second look.
  mutating func doubt() {
    var second = reading ?? PendingRead(event: ChangeEvent(), reason: .secondReading(isAtRest: false), wait: wait)
    second.reason = .secondReading(isAtRest: second.isAtRest)
    reading = second
  }

  /// Drops the pending reading, since its result was explained.
  mutating func dropReading() { reading = nil }

  /// A job of the request has found the light at an accepted level.
  mutating func setStart(_ raw: Int) {
    reading = nil
    switch stage {
    case .notRead, .writtenByFormer: stage = .begun(from: raw)
    case .begun, .written: break
    }
  }

  /// A job has read the light and then written it.
  mutating func recordWrite() {
    expected = nil
    if case .notRead = stage { stage = .writtenByFormer }
  }

  mutating func skipToTarget() {
    next = max(steps.count - 1, 0)
  }

  mutating func stepped(since began: LoopClock.Instant) {
    wait = .until(began.advanced(by: steps[next].lasts))
    next += 1
  }
}

/// What a request or a reading waits for.
enum Wait: Hashable, Sendable {
  /// The first try, the next step of a fade, or another look at a monitor.
  case until(LoopClock.Instant)
  /// After a failure: a time, or without one only an event.
  case retry(RetryTrigger, at: LoopClock.Instant?)

  var due: LoopClock.Instant? {
    switch self {
    case .until(let time): time
    case .retry(_, let time): time
    }
  }

  /// What ends the wait early; nil if nothing has failed.
  var trigger: RetryTrigger? { if case .retry(let trigger, _) = self { trigger } else { nil } }

  /// Ends the wait; a failure is remembered until there is a success.
  mutating func end(at now: LoopClock.Instant) {
    self = trigger.map { .retry($0, at: now) } ?? .until(now)
  }
}

/// Counts how often the target was written, and says when to read a light again that does not show
/// it yet.
struct Delivery: Hashable, Sendable {
  /// The delays of the readings after each delivery, in which the light may come to show the
  /// target.
  private let readingDelays: [Duration]
  private let most: Int
  private var count = 0
  private var unconfirmed = 0

  init(to subsystem: Subsystem) {
    switch subsystem {
    // `brightness` of a backlight reads back what the kernel has stored.
    case .backlight:
      readingDelays = []
      most = 1
    // asus-laptop and samsung-laptop put a level into a queue of their own, so that the kernel's
    // write returns before the light shows it (drivers/platform/x86 of Linux 6.12).
    case .leds:
      readingDelays = [.milliseconds(50)]
      most = 1
    case .ddc:
      readingDelays = [.milliseconds(200), .seconds(1)]
      most = 3
    }
  }

  var hasBegun: Bool { count > 0 }

  /// Whether a monitor may get the target now. Until it has had time to show it, it is only read.
  var isDue: Bool { count < most && unconfirmed % (readingDelays.count + 1) == 0 }

  mutating func countOne() { count += 1 }

  /// The time until a light that does not show the target is read again; nil after the last
  /// reading.
  mutating func nextReading() -> Duration? {
    unconfirmed += 1
    let index = unconfirmed % (readingDelays.count + 1)
    if unconfirmed > most * (readingDelays.count + 1) { return nil }
    if index > 0 { return readingDelays[index - 1] }
    return count < most ? .zero : nil
  }
}

/// A reading of the light that is still to be made.
struct PendingRead: Hashable, Sendable {
  var event: ChangeEvent
  var reason: Reason
  var wait: Wait

  enum Reason: Hashable {
    /// An event, or a client's question. `isAtRest` if no request was pending or in flight then.
    case event(isAtRest: Bool)
    /// A monitor showed a value that is not ours, and is read once more before that counts.
    case secondReading(isAtRest: Bool)
    /// The machine resumed: any value is reported.
    case sleep
  }

  var isAtRest: Bool {
    switch reason {
    case .event(let isAtRest), .secondReading(let isAtRest): isAtRest
    case .sleep: true
    }
  }

  var isInDoubt: Bool { if case .secondReading = reason { true } else { false } }

  /// Whether a reading since the event has answered it.
  func isAnswered(by known: KnownLevels) -> Bool {
    if case .event = reason { known.isPast(event) } else { false }
  }

  /// The reading to make after one that failed or is in doubt, including the events since.
  func again(_ reason: Reason, _ wait: Wait, after newer: PendingRead?) -> PendingRead {
    var again = PendingRead(event: event, reason: reason, wait: wait)
    if let newer { again.event.add(newer.event) }
    return again
  }
}

/// The job in flight, if any. The kernel may block it for any time.
enum Work: Hashable, Sendable {
  case none
  case job(InFlightJob)
  /// The job takes too long, which was reported.
  case hangingJob(InFlightJob)

  var job: InFlightJob? {
    switch self {
    case .none: nil
    case .job(let job), .hangingJob(let job): job
    }
  }

  var isHanging: Bool { if case .hangingJob = self { true } else { false } }

  mutating func change(_ body: (inout InFlightJob) -> Void) {
    switch self {
    case .none: break
    case .job(var job):
      body(&job)
      self = .job(job)
    case .hangingJob(var job):
      body(&job)
      self = .hangingJob(job)
    }
  }
}

struct InFlightJob: Hashable, Sendable {
  let job: WriteJob
  let purpose: Purpose
  let began: LoopClock.Instant
  var validity = Validity.counts

  enum Purpose: Hashable {
    case reading(PendingRead)
    /// A step of the request with this number, made by a program or by the user.
    case step(of: UInt64, isByProgram: Bool)
  }

  /// Whether its report still counts.
  enum Validity: Hashable {
    case counts
    /// The monitor has gone dark, and its answer may be from before that.
    case mayPrecedeSleep
    /// It does not count: the device changed, or the machine resumed.
    case isObsolete
  }

  var isReading: Bool { if case .reading = purpose { true } else { false } }

  func isStep(of request: PendingRequest?) -> Bool {
    if case .step(let number, _) = purpose { number == request?.number } else { false }
  }
}

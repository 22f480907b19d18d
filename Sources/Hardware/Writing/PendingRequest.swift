import EventLoop
import Model

/// The newest request until it is done.
struct PendingRequest: Hashable, Sendable {
  let request: TargetRequest
  /// Distinguishes it from requests that it replaced, whose job may still be in flight.
  let number: UInt64
  private let steps: [LightStep]
  private var next = 0
  /// The level before the first write.
  var start: Int?
  var wait: Wait
  var stage = Stage.unseen
  var delivery: Delivery
  /// Whether a monitor showed a level that is not ours, and is read once more before that counts.
  var isInDoubt = false
  /// The reading that waited when a job of the request began, which compares and so reads the level
  /// itself; nil once it has.
  var joined: PendingRead?

  enum Stage: Hashable {
    /// The light was not read for this request: what it shows next is from before the request.
    case unseen
    /// A job has read the light, and found it where it may be moved from.
    case seen
    /// Only the restore record is left to be cleared. A monitor whose level was read only after the
    /// job that wrote it has made `found` of it.
    case written(found: Int?)
  }

  /// A fade starts from `level`, which the light shows now. A slow light does not fade.
  init(
    _ request: TargetRequest,
    number: UInt64,
    of light: LightID,
    from level: Int?,
    isSlow: Bool,
    at now: LoopClock.Instant
  ) {
    self.request = request
    self.number = number
    wait = .until(now)
    delivery = Delivery(to: light.subsystem)
    // Without a known start there is nothing to interpolate from.
    if let goal = request.goal, let fade = request.fade, let level {
      steps = request.range.steps(from: level, to: goal, in: fade)
    } else {
      steps = request.goal.map { [LightStep($0)] } ?? []
    }
    if isSlow { skipToGoal() }
  }

  var goal: Int? { request.goal }

  /// Whether only the restore record is left to be cleared.
  var isWritten: Bool { if case .written = stage { true } else { false } }

  /// What a monitor made of the goal, if that was read only after the job that wrote it.
  var found: Int? { if case .written(let found) = stage { found } else { nil } }

  var isLast: Bool { isWritten || next >= steps.count - 1 }

  /// The next operation. A light that is still at rest at its goal is read, not written.
  func operation(from rest: Int?) -> WriteJob.Operation {
    isWritten || steps.isEmpty || rest == goal ? .record : .write(steps[next].raw)
  }

  func report(showing level: Int?) -> WriterReport {
    guard !isWritten, let goal else { return .recorded }
    return .wrote(goal, shows: level ?? goal)
  }

  mutating func join(_ read: PendingRead) {
    if var joined {
      joined.event.add(read.event)
      self.joined = joined
    } else {
      joined = read
    }
  }

  mutating func noteSeen() {
    joined = nil
    isInDoubt = false
    noteWrite()
  }

  /// Notes that a job has written the light, which that job has read before.
  mutating func noteWrite() {
    if case .unseen = stage { stage = .seen }
  }

  mutating func skipToGoal() {
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

  /// What ends the wait before its time; nil where nothing has failed.
  var trigger: RetryTrigger? { if case .retry(let trigger, _) = self { trigger } else { nil } }

  /// Ends the wait; a failure is remembered until there is a success.
  mutating func end(at now: LoopClock.Instant) {
    self = trigger.map { .retry($0, at: now) } ?? .until(now)
  }
}

/// How often a light got the goal, and is looked at again where it does not show that yet.
struct Delivery: Hashable, Sendable {
  /// The times after each delivery in which the light may come to show the goal.
  private let looks: [Duration]
  private let most: Int
  private var count = 0
  private var unconfirmed = 0

  init(to subsystem: Subsystem) {
    switch subsystem {
    // Its `brightness` is what the kernel has stored.
    case .backlight:
      looks = []
      most = 1
    // asus-laptop and samsung-laptop put a level into a queue of their own, so that the kernel's
    // write returns before the light shows it (drivers/platform/x86 of Linux 6.12).
    case .leds:
      looks = [.milliseconds(50)]
      most = 1
    case .ddc:
      looks = [.milliseconds(200), .seconds(1)]
      most = 3
    }
  }

  var hasBegun: Bool { count > 0 }

  /// Whether a monitor may get the goal now: before it has had its time to show that, it is only
  /// read.
  var isDue: Bool { count < most && unconfirmed % (looks.count + 1) == 0 }

  mutating func note() { count += 1 }

  /// The time until a light that does not show the goal is read again; nil after the last look.
  mutating func nextLook() -> Duration? {
    unconfirmed += 1
    let look = unconfirmed % (looks.count + 1)
    if unconfirmed > most * (looks.count + 1) { return nil }
    if look > 0 { return looks[look - 1] }
    return count < most ? .zero : nil
  }
}

/// A reading of the level that is still to be made.
struct PendingRead: Hashable, Sendable {
  var event: ChangeEvent
  /// Whether no request was pending or in flight when the event arrived.
  var isAtRest: Bool
  /// Whether the machine resumed; the level is then reported in any case.
  var isAfterSleep = false
  /// Whether a monitor showed a level that is not ours, and is read once more before that counts.
  var isInDoubt = false
  var wait: Wait

  /// Whether a reading since the event has answered it.
  func isAnswered(by known: KnownLevels) -> Bool { !isAfterSleep && !isInDoubt && known.isPast(event) }
}

struct InFlightJob: Hashable, Sendable {
  let job: WriteJob
  /// The number of its request.
  let number: UInt64?
  /// Whether a program wants it, and not the user.
  var isByProgram = false
  let began: LoopClock.Instant
  var read: PendingRead?
  var isHanging = false
  /// Whether its result no longer matters, because the device changed or the machine resumed.
  var isObsolete = false
  /// Whether a monitor was seen dark meanwhile, so that its answer may be from before.
  var mayPrecedeSleep = false
}

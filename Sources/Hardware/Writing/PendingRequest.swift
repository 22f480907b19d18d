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
  /// The time of the next try; nil if it waits for an event.
  var due: LoopClock.Instant?
  /// Set after a failure.
  var retryTrigger: RetryTrigger?
  /// Whether only the restore record is left to be cleared.
  var isWritten = false
  /// What a monitor made of the goal, if that was read only after the job that wrote it.
  var found: Int?
  /// How often a monitor got the goal, and how often it was read afterwards and showed something else.
  var deliveries = 0
  var unconfirmed = 0
  /// Whether a monitor showed a level that is not ours, and is read once more before that counts.
  var isInDoubt = false
  /// Whether an LED that still showed the level from before was given time to show the goal.
  var hasWaitedForQueue = false
  /// The reading that waited when a job of the request began, which compares and so reads the level
  /// itself; nil once it has.
  var joined: PendingRead?
  /// Whether a job of the request has read the light, and found it where it may be moved from.
  var hasSeenLight = false

  static let mostDeliveries = 3
  /// After each delivery a monitor has this time to show the goal, before it is read again.
  private static let looks: [Duration] = [.milliseconds(200), .seconds(1)]

  /// A fade starts from `level`, which the light shows now. A slow light does not fade.
  init(_ request: TargetRequest, number: UInt64, from level: Int?, isSlow: Bool, at now: LoopClock.Instant) {
    (self.request, self.number) = (request, number)
    // Without a known start there is nothing to interpolate from.
    if let goal = request.goal, let fade = request.fade, let level {
      steps = request.range.steps(from: level, to: goal, in: fade)
    } else {
      steps = request.goal.map { [LightStep($0)] } ?? []
    }
    due = now
    if isSlow { skipToGoal() }
  }

  var goal: Int? { request.goal }

  var isLast: Bool { isWritten || next >= steps.count - 1 }

  /// The next operation. A light that is still at rest at its goal is read, not written.
  func operation(from rest: Int?) -> WriteJob.Operation {
    isWritten || steps.isEmpty || rest == goal ? .record : .write(steps[next].raw)
  }

  func report(showing level: Int?) -> WriterReport {
    guard !isWritten, let goal else { return .recorded }
    return .wrote(goal, shows: level ?? goal)
  }

  /// Whether a monitor may get the goal now: before it has had its time to show that, it is only read.
  var mayDeliver: Bool { deliveries < Self.mostDeliveries && unconfirmed % (Self.looks.count + 1) == 0 }

  /// The time until a monitor that does not show the goal is read again; nil after the last look.
  mutating func nextLook() -> Duration? {
    unconfirmed += 1
    let look = unconfirmed % (Self.looks.count + 1)
    if unconfirmed > Self.mostDeliveries * (Self.looks.count + 1) { return nil }
    if look > 0 { return Self.looks[look - 1] }
    return deliveries < Self.mostDeliveries ? .zero : nil
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
    (joined, hasSeenLight, isInDoubt) = (nil, true, false)
  }

  mutating func skipToGoal() {
    next = max(steps.count - 1, 0)
  }

  mutating func stepped(since began: LoopClock.Instant) {
    due = began.advanced(by: steps[next].lasts)
    retryTrigger = nil
    next += 1
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
  /// The time of the next try; nil if it waits for an event.
  var due: LoopClock.Instant?
  /// Set after a failure.
  var retryTrigger: RetryTrigger?

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

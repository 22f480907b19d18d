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

  /// A fade starts from `level`, which the light shows now. A slow light does not fade.
  init(_ request: TargetRequest, number: UInt64, from level: Int?, isSlow: Bool, at now: LoopClock.Instant) {
    self.request = request
    self.number = number
    steps = request.steps(from: level)
    due = now
    if isSlow { skipToGoal() }
  }

  var goal: Int? { request.goal }

  var isLast: Bool { isWritten || next >= steps.count - 1 }

  /// The next operation. A light that is still at rest at its goal is read, not written.
  func operation(from rest: Int?) -> WriteJob.Operation {
    isWritten || steps.isEmpty || rest == goal ? .record : .write(steps[next].raw)
  }

  /// The report of its success.
  func report(showing level: Int?) -> WriterReport {
    guard !isWritten, let goal else { return .recorded }
    return .wrote(goal, shows: level ?? goal)
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
  /// The time of the next try; nil if it waits for an event.
  var due: LoopClock.Instant?
  /// Set after a failure.
  var retryTrigger: RetryTrigger?
}

/// The job under way.
struct InFlightJob: Hashable, Sendable {
  let job: WriteJob
  /// The number of its request.
  let number: UInt64?
  let began: LoopClock.Instant
  var read: PendingRead?
  var isHanging = false
  /// Whether its result no longer matters, because the device changed or the machine resumed.
  var isObsolete = false
}

import EventLoop

/// The newest order, as long as it is not done.
struct PendingOrder: Hashable, Sendable {
  let order: LightOrder
  let number: UInt64
  private var next = 0
  /// What the light showed before the first write.
  private(set) var start: Int?
  /// When it is tried; nil if something has to happen before.
  var due: LoopClock.Instant?
  /// What is done about it since it has failed.
  var remedy: Remedy?
  /// Whether all that is left of it is to clear the record.
  private var isWritten = false

  init(_ order: LightOrder, number: UInt64, isSlow: Bool, at now: LoopClock.Instant) {
    self.order = order
    self.number = number
    due = now
    if isSlow { skipToGoal() }
  }

  var goal: Int? { order.steps.last?.raw }
  var isLast: Bool { isWritten || next >= order.steps.count - 1 }
  /// A light that still rests where it is to go is read and not written.
  func deed(from rest: Int?) -> Errand.Deed {
    isWritten || order.steps.isEmpty || rest == goal ? .record : .write(order.steps[next].raw)
  }

  /// What there is to tell once the order is done.
  func news(shows level: Int?) -> WriterNews {
    guard !isWritten, let goal else { return .recorded }
    return .wrote(goal, shows: level ?? goal)
  }

  mutating func begin(from level: Int?) {
    if start == nil { start = level }
  }

  mutating func skipToGoal() {
    next = max(order.steps.count - 1, 0)
  }

  mutating func stepped(since began: LoopClock.Instant) {
    let lasts = order.steps[next].lasts
    next += 1
    (due, remedy) = (began.advanced(by: max(lasts, LightOrder.shortestStep)), nil)
  }

  mutating func wrote() {
    isWritten = true
  }
}

/// A look at the level that is still to be taken.
struct PendingLook: Hashable, Sendable {
  var stir: Stir
  /// Whether nothing was being written, or waited to be, when it was heard.
  var isAtRest: Bool
  /// Whether it is taken because the machine resumed, and what it shows is told in any case.
  var isAfterSleep = false
  var due: LoopClock.Instant?
  var remedy: Remedy?
}

/// The errand under way.
struct Flight: Hashable, Sendable {
  let errand: Errand
  /// Of the order that it is for.
  let number: UInt64?
  let began: LoopClock.Instant
  var look: PendingLook?
  var isHanging = false
  /// Whether the device that it is for has gone.
  var isForgotten = false
}

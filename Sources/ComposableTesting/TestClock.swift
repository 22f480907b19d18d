public import Composable
import Synchronization
public import Testing

/// A clock that stands still until a test moves it.
///
/// Moving it is synchronous: every sleep that falls due is resumed, and what it resumed has run,
/// when `advance` returns. For that the sleepers run on the executor that the clock is given.
public final class TestClock: Clock {
  public typealias Instant = ManualInstant

  private let ledger: Mutex<SleepLedger>
  private let executor: SteppedExecutor

  /// Makes a clock for sleepers that run on `executor`.
  public init(now: ManualInstant = ManualInstant(), executor: SteppedExecutor) {
    ledger = Mutex(SleepLedger(now: now))
    self.executor = executor
  }

  /// Where the test moved the clock to; while a sleep ends, its deadline.
  public var now: ManualInstant { ledger.withLock { $0.now } }

  public var minimumResolution: Duration { .zero }

  /// How many sleeps wait.
  public var sleepers: Int { ledger.withLock { $0.sleeps.count } }

  /// Waits until the clock was moved to the deadline; throws as soon as the task is cancelled.
  public func sleep(until deadline: ManualInstant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let (end, sleeper) = AsyncStream.makeStream(of: Never.self)
    guard let sleep = ledger.withLock({ $0.begin(until: deadline, sleeper) }) else { return }
    sleeper.onTermination = { _ in self.ledger.withLock { $0.end(sleep) } }
    for await _ in end {}
    try Task.checkCancellation()
  }

  /// Moves the clock, through every sleep that falls due on the way in the order of their
  /// deadlines.
  public func advance(by duration: Duration = .zero) {
    advance(to: now.advanced(by: duration))
  }

  /// Moves the clock to an instant, through every sleep that falls due on the way; it never moves
  /// back.
  public func advance(to instant: ManualInstant) {
    executor.drain()
    while resumeNext(until: instant) {}
    ledger.withLock { $0.now = max($0.now, instant) }
  }

  /// Moves the clock until nothing sleeps; an issue where that takes more resumed sleeps than the
  /// limit.
  public func run(limit: Int = 100_000, at location: SourceLocation = #_sourceLocation) {
    executor.drain()
    for _ in 0..<limit {
      guard resumeNext(until: nil) else { return }
    }
    guard sleepers > 0 else { return }
    reportIssue(
      """
      The clock ran through \(limit) sleeps, and \(sleeping).
      A timer sleeps for ever: move the clock with 'advance', end the timer first, or give 'run' a higher limit.
      """,
      at: CodeLocation(location)
    )
  }

  /// Throws where something still sleeps, once everything ran that can run.
  public func checkSuspension() throws(SuspensionError) {
    executor.drain()
    guard sleepers > 0 else { return }
    throw SuspensionError(reason: sleeping)
  }

  private func resumeNext(until limit: ManualInstant?) -> Bool {
    guard let sleeper = ledger.withLock({ $0.wakeNext(until: limit) }) else { return false }
    sleeper.finish()
    executor.drain()
    return true
  }

  private var sleeping: String {
    let (now, count, next) = ledger.withLock { ($0.now, $0.sleeps.count, $0.sleeps.last?.deadline) }
    let sleeps = count == 1 ? "1 sleep waits" : "\(count) sleeps wait"
    let first = next.map { ", the first until \($0.offset)" } ?? ""
    return "\(sleeps) at \(now.offset)\(first)"
  }
}

/// Something sleeps that a test expected to be awake.
public struct SuspensionError: Error, CustomStringConvertible {
  let reason: String

  public var description: String { "cannot leave the test clock: \(reason)" }
}

private struct SleepLedger {
  typealias Sleeper = AsyncStream<Never>.Continuation

  var now: ManualInstant
  var lastTicket = 0
  /// The one that wakes next is the last; among equal deadlines the one with the lower ticket wakes
  /// first.
  var sleeps: [(deadline: ManualInstant, ticket: Int, sleeper: Sleeper)] = []

  /// The sleep's ticket; nil for a deadline that is not to be waited for.
  mutating func begin(until deadline: ManualInstant, _ sleeper: Sleeper) -> Int? {
    guard deadline > now else { return nil }
    lastTicket += 1
    let later = sleeps.lastIndex { $0.deadline > deadline }
    sleeps.insert((deadline, lastTicket, sleeper), at: later.map { $0 + 1 } ?? 0)
    return lastTicket
  }

  mutating func end(_ ticket: Int) {
    sleeps.removeAll { $0.ticket == ticket }
  }

  /// Moves to the next deadline, if it is not past the limit, and removes the sleep that waits for
  /// it.
  mutating func wakeNext(until limit: ManualInstant?) -> Sleeper? {
    guard let next = sleeps.last, limit.map({ next.deadline <= $0 }) ?? true else { return nil }
    now = max(now, next.deadline)
    return sleeps.removeLast().sleeper
  }
}

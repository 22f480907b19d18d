import ComposableCore
import Synchronization
public import Testing

/// A clock that stands still until a test advances it.
///
/// `advance` is synchronous: when it returns, every sleep that was due has been resumed, and its
/// task has run as far as it can. This requires that the tasks run on the clock's executor.
public final class TestClock: Clock {
  private let ledger: Mutex<SleepLedger>
  let executor: SteppedExecutor

  /// Makes a clock for sleepers that run on `executor`. A test store with this clock runs there.
  public init(now: Instant = Instant(), executor: SteppedExecutor = SteppedExecutor()) {
    ledger = Mutex(SleepLedger(now: now))
    self.executor = executor
  }

  /// The time that the test advanced the clock to; the deadline of a sleep while that is resumed.
  public var now: Instant { ledger.withLock { $0.now } }

  public var minimumResolution: Duration { .zero }

  /// The number of sleeps that have not ended.
  public var sleepers: Int { ledger.withLock { $0.sleeps.count } }

  /// Waits until the clock reaches the deadline; throws as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let (end, sleeper) = AsyncStream.makeStream(of: Never.self)
    guard let sleep = ledger.withLock({ $0.begin(until: deadline, sleeper) }) else { return }
    sleeper.onTermination = { _ in self.ledger.withLock { $0.end(sleep) } }
    for await _ in end {}
    try Task.checkCancellation()
  }

  /// Advances the clock, and resumes the sleeps that are due by then in the order of their
  /// deadlines.
  public func advance(by duration: Duration = .zero) {
    advance(to: now.advanced(by: duration))
  }

  /// Advances the clock to an instant, and resumes the sleeps that are due by then. It never goes
  /// back.
  public func advance(to instant: Instant) {
    executor.drain()
    while resumeNext(until: instant) {}
    ledger.withLock { $0.now = max($0.now, instant) }
  }

  /// Advances the clock until nothing sleeps; more resumed sleeps than the limit are an issue.
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

  /// Runs everything that can run, and throws if something still sleeps.
  public func checkSuspension() throws(SuspensionError) {
    executor.drain()
    guard sleepers > 0 else { return }
    throw SuspensionError(reason: sleeping)
  }

  private func resumeNext(until limit: Instant?) -> Bool {
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

extension TestClock {
  /// A time on the clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock began.
    public let offset: Duration

    /// Makes the instant at an offset.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    public func duration(to other: Instant) -> Duration { other.offset - offset }

    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }
}

/// Something sleeps although the test expected nothing to.
public struct SuspensionError: Error, CustomStringConvertible {
  let reason: String

  public var description: String { "cannot leave the test clock: \(reason)" }
}

private struct SleepLedger {
  typealias Sleeper = AsyncStream<Never>.Continuation

  var now: TestClock.Instant
  var lastTicket = 0
  /// Sorted so that the next to wake is the last. Of equal deadlines, the lower ticket wakes first.
  var sleeps: [(deadline: TestClock.Instant, ticket: Int, sleeper: Sleeper)] = []

  /// Adds a sleep and returns its ticket; nil if the deadline has passed.
  mutating func begin(until deadline: TestClock.Instant, _ sleeper: Sleeper) -> Int? {
    guard deadline > now else { return nil }
    lastTicket += 1
    let later = sleeps.lastIndex { $0.deadline > deadline }
    sleeps.insert((deadline, lastTicket, sleeper), at: later.map { $0 + 1 } ?? 0)
    return lastTicket
  }

  mutating func end(_ ticket: Int) {
    sleeps.removeAll { $0.ticket == ticket }
  }

  /// Advances to the next deadline, unless it is past the limit, and removes its sleep.
  mutating func wakeNext(until limit: TestClock.Instant?) -> Sleeper? {
    guard let next = sleeps.last, limit.map({ next.deadline <= $0 }) ?? true else { return nil }
    now = max(now, next.deadline)
    return sleeps.removeLast().sleeper
  }
}

public import Composable
import Synchronization
public import Testing

/// A clock that stands still until a test moves it.
///
/// Moving it is synchronous: every sleep that falls due is resumed, and what it resumed has run, when `advance` returns. For that
/// the sleepers run on the executor that the clock is given.
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

  public var sleepers: Int { ledger.withLock { $0.sleeps.count } }

  /// Waits until the clock was moved to the deadline; throws as soon as the task is cancelled.
  public func sleep(until deadline: ManualInstant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let sleep = ledger.withLock { $0.ticket() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let refused = ledger.withLock { ledger in
          Task.isCancelled
            ? .failure(CancellationError())
            : ledger.begin(sleep, until: deadline, continuation) ? nil : Result<Void, any Error>.success(())
        }
        if let refused { continuation.resume(with: refused) }
      }
    } onCancel: {
      ledger.withLock { $0.end(sleep) }?.resume(throwing: CancellationError())
    }
  }
}

extension TestClock {
  /// Moves the clock, through every sleep that falls due on the way in the order of their deadlines.
  public func advance(by duration: Duration = .zero) {
    advance(to: now.advanced(by: duration))
  }

  /// Moves the clock to an instant, through every sleep that falls due on the way; it never moves back.
  public func advance(to instant: ManualInstant) {
    executor.drain()
    while resumeNext(until: instant) {}
    ledger.withLock { $0.now = max($0.now, instant) }
  }

  /// Moves the clock until nothing sleeps; an issue where that takes more resumed sleeps than the limit.
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
    guard let continuation = ledger.withLock({ $0.wakeNext(until: limit) }) else { return false }
    continuation.resume()
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
  typealias Continuation = CheckedContinuation<Void, any Error>

  struct Sleep {
    let deadline: ManualInstant
    let ticket: Int
    let continuation: Continuation
  }

  var now: ManualInstant
  private var tickets = 0
  /// The one that wakes next is the last.
  private(set) var sleeps: [Sleep] = []

  init(now: ManualInstant) {
    self.now = now
  }

  /// A number for a sleep; among equal deadlines the lower one wakes first.
  mutating func ticket() -> Int {
    tickets += 1
    return tickets
  }

  /// False for a deadline that is not to be waited for.
  mutating func begin(_ ticket: Int, until deadline: ManualInstant, _ continuation: Continuation) -> Bool {
    guard deadline > now else { return false }
    let later = sleeps.lastIndex { ($0.deadline, $0.ticket) > (deadline, ticket) }
    let sleep = Sleep(deadline: deadline, ticket: ticket, continuation: continuation)
    sleeps.insert(sleep, at: later.map { $0 + 1 } ?? 0)
    return true
  }

  mutating func end(_ ticket: Int) -> Continuation? {
    sleeps.firstIndex { $0.ticket == ticket }.map { sleeps.remove(at: $0).continuation }
  }

  /// Moves to the next deadline, if it is not past the limit, and removes the sleep that waits for it.
  mutating func wakeNext(until limit: ManualInstant?) -> Continuation? {
    guard let next = sleeps.last, limit.map({ next.deadline <= $0 }) ?? true else { return nil }
    now = max(now, next.deadline)
    return sleeps.removeLast().continuation
  }
}

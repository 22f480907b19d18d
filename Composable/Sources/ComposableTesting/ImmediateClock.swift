import Synchronization

/// A clock whose sleeps take no time: it jumps to the deadline and yields once.
public final class ImmediateClock: Clock {
  public typealias Instant = TestClock.Instant

  private let instant: Mutex<Instant>

  /// Makes a clock that begins at an instant.
  public init(now: Instant = Instant()) {
    instant = Mutex(now)
  }

  /// The latest deadline that a sleep has jumped to.
  public var now: Instant { instant.withLock { $0 } }

  public var minimumResolution: Duration { .zero }

  /// Jumps to the deadline if that is later than now; throws if the task was cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    instant.withLock { $0 = max($0, deadline) }
    await Task.yield()
    try Task.checkCancellation()
  }
}

import Synchronization

/// A clock on which no sleep takes time: it jumps to the deadline and lets others run once.
public final class ImmediateClock: Clock {
  private let instant: Mutex<ManualInstant>

  /// Makes a clock that shows an instant.
  public init(now: ManualInstant = ManualInstant()) {
    instant = Mutex(now)
  }

  /// The latest deadline that anybody slept until.
  public var now: ManualInstant { instant.withLock { $0 } }

  /// Nothing: it shows each deadline exactly.
  public var minimumResolution: Duration { .zero }

  /// Jumps to the deadline if it lies ahead; throws where the task was cancelled.
  public func sleep(until deadline: ManualInstant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    instant.withLock { $0 = max($0, deadline) }
    await Task.yield()
    try Task.checkCancellation()
  }
}

import CBrightnessLinux
import Glibc
import Synchronization

/// A clock that counts the time since boot, suspend included, and sleeps on its loop.
public struct LoopClock: Clock {
  private let loop: EventLoop

  public init(_ loop: EventLoop) {
    self.loop = loop
  }

  public var now: Instant { .now }
  public var minimumResolution: Duration { .nanoseconds(1) }

  public nonisolated(nonsending) func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await loop.sleep(until: deadline)
  }

  public static var suspended: Duration {
    let awake = nanoseconds(of: CLOCK_MONOTONIC)
    return .nanoseconds(max(0, nanoseconds(of: CLOCK_BOOTTIME) - awake))
  }

  fileprivate static func nanoseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    let result = clock_gettime(clock, &time)
    precondition(result == 0, "the loop reads clocks that every Linux has")
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

extension LoopClock {
  /// A point in time since boot, suspend included.
  public struct Instant: InstantProtocol {
    let nanoseconds: Int64

    public static var now: Instant { Instant(nanoseconds: LoopClock.nanoseconds(of: CLOCK_BOOTTIME)) }

    public var sinceBoot: Duration { .nanoseconds(nanoseconds) }

    /// Later than any deadline that can pass.
    public static let distantFuture = Instant(nanoseconds: .max)

    /// Rounds up to whole nanoseconds, so that a deadline is never early.
    public func advanced(by duration: Duration) -> Instant {
      let (whole, rest) = duration.attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
      return Instant(nanoseconds: Int64(clamping: Int128(nanoseconds) + whole + (rest > 0 ? 1 : 0)))
    }

    public func duration(to other: Instant) -> Duration { .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds) }

    public static func < (earlier: Instant, later: Instant) -> Bool { earlier.nanoseconds < later.nanoseconds }
  }
}

extension EventLoop {
  /// Suspends the task until the deadline. A cancelled task wakes at once, throws, and leaves no
  /// timer.
  public nonisolated(nonsending) func sleep(until deadline: LoopClock.Instant) async throws {
    let (end, sleeper) = AsyncStream.makeStream(of: Never.self)
    let wait = Box(Mutex((timer: Timer?.none, isOver: false)))
    sleeper.onTermination = { _ in
      self.onLoop {
        let timer = wait.value.withLock { wait in
          wait.isOver = true
          return wait.timer
        }
        if let timer { self.cancel(timer) }
      }
    }
    onLoop {
      // If the task was not on the loop, it may have been cancelled by now.
      wait.value.withLock { wait in
        if !wait.isOver { wait.timer = self.at(deadline) { sleeper.finish() } }
      }
    }
    for await _ in end {}
    try Task.checkCancellation()
  }

  /// Suspends the task for `duration`. A cancelled task wakes at once, throws, and leaves no timer.
  public nonisolated(nonsending) func sleep(for duration: Duration) async throws {
    try await sleep(until: .now.advanced(by: duration))
  }

  private func onLoop(_ body: @escaping @Sendable () -> Void) { isOnLoop ? body() : perform(body) }
}

import CLinux
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
  /// Suspends the task until the deadline. A cancelled task wakes at once, throws, and leaves no timer.
  public nonisolated(nonsending) func sleep(until deadline: LoopClock.Instant) async throws {
    let sleeper = Sleeper(self)
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { sleeper.fallAsleep(until: deadline, $0) }
    } onCancel: {
      sleeper.cancel()
    }
  }

  /// Suspends the task for `duration`. A cancelled task wakes at once, throws, and leaves no timer.
  public nonisolated(nonsending) func sleep(for duration: Duration) async throws {
    try await sleep(until: .now.advanced(by: duration))
  }
}

/// One sleep of one task. Its stage changes only on the loop's thread.
private final class Sleeper: Sendable {
  private typealias Continuation = CheckedContinuation<Void, any Error>

  private enum Stage {
    case awake
    case asleep(Continuation, Timer)
    case cancelled
  }

  private let loop: EventLoop
  private let stage = Mutex(Stage.awake)

  init(_ loop: EventLoop) {
    self.loop = loop
  }

  func fallAsleep(until deadline: LoopClock.Instant, _ continuation: CheckedContinuation<Void, any Error>) {
    guard loop.isOnLoop else { return loop.perform { self.fallAsleep(until: deadline, continuation) } }
    if case .cancelled = stage.withLock({ $0 }) { return continuation.resume(throwing: CancellationError()) }
    let timer = loop.at(deadline) { self.wake() }
    stage.withLock { $0 = .asleep(continuation, timer) }
  }

  func cancel() {
    guard loop.isOnLoop else { return loop.perform { self.cancel() } }
    guard case .asleep(let continuation, let timer) = exchange(.cancelled) else { return }
    loop.cancel(timer)
    continuation.resume(throwing: CancellationError())
  }

  private func wake() {
    guard case .asleep(let continuation, _) = exchange(.awake) else { return }
    continuation.resume()
  }

  private func exchange(_ next: Stage) -> Stage {
    stage.withLock { stage in
      defer { stage = next }
      return stage
    }
  }
}

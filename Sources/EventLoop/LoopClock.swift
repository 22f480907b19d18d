import CLinux
import Glibc

/// The time since boot, sleep included; what waits on it waits on its loop.
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

  /// How long the machine has been suspended since boot.
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
  /// A point of time since boot, sleep included.
  public struct Instant: InstantProtocol {
    let nanoseconds: Int64

    public static var now: Instant { Instant(nanoseconds: LoopClock.nanoseconds(of: CLOCK_BOOTTIME)) }

    /// How long after the boot of the machine.
    public var sinceBoot: Duration { .nanoseconds(nanoseconds) }

    /// Later than every deadline that comes true.
    public static let distantFuture = Instant(nanoseconds: .max)

    public func advanced(by duration: Duration) -> Instant {
      let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.nanosecondsRoundedUp)
      guard overflow else { return Instant(nanoseconds: sum) }
      return Instant(nanoseconds: duration < .zero ? .min : .max)
    }

    public func duration(to other: Instant) -> Duration {
      .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
    }

    public static func < (earlier: Instant, later: Instant) -> Bool { earlier.nanoseconds < later.nanoseconds }
  }
}

extension Duration {
  /// Whole nanoseconds, so that a deadline is never early; the largest number where there are more.
  fileprivate var nanosecondsRoundedUp: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let part = attoseconds / 1_000_000_000 + (attoseconds % 1_000_000_000 > 0 ? 1 : 0)
    let (sum, carry) = whole.addingReportingOverflow(part)
    guard overflow || carry else { return sum }
    return seconds < 0 ? .min : .max
  }
}

public import ComposableCore
import Glibc

/// A time of day and date: the time since 1970-01-01 00:00 UTC.
///
/// It jumps when the clock is set; code that only waits uses `DependencyValues.clock`.
public struct WallTime: InstantProtocol {
  /// The time since the epoch.
  public let sinceEpoch: Duration

  /// Makes the moment at this time after the epoch.
  public init(sinceEpoch: Duration) {
    self.sinceEpoch = sinceEpoch
  }

  /// The first of January 1970.
  public static let epoch = WallTime(sinceEpoch: .zero)

  public func advanced(by duration: Duration) -> WallTime { WallTime(sinceEpoch: sinceEpoch + duration) }

  public func duration(to other: WallTime) -> Duration { other.sinceEpoch - sinceEpoch }

  public static func < (left: WallTime, right: WallTime) -> Bool { left.sinceEpoch < right.sinceEpoch }
}

/// A source of the time of day.
public typealias WallTimeGenerator = Generator<WallTime>

extension WallTimeGenerator {
  /// The time of day. Setting it stops the clock at that time: `$0.wallTime.now = .epoch`.
  public var now: WallTime {
    get { self() }
    set { self = .constant(newValue) }
  }
}

extension DependencyValues {
  /// The time of day: `wallTime.now`. A test has to override it. The module `Composable` has the
  /// same as Foundation's `Date`, `date.now`.
  public var wallTime: WallTimeGenerator {
    get { self[WallTimeKey.self] }
    set { self[WallTimeKey.self] = newValue }
  }
}

private enum WallTimeKey: DependencyKey {
  static var liveValue: WallTimeGenerator {
    WallTimeGenerator {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return WallTime(sinceEpoch: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
    }
  }

  static var testValue: WallTimeGenerator {
    let location = DependencyComputation.location()
    return WallTimeGenerator {
      reportUnimplemented("wallTime.now", at: location)
      return .epoch
    }
  }
}

extension DependencyValues {
  /// The clock that everything waits on.
  ///
  /// Live it is a `ContinuousClock`, whose sleeps start threads of their own: a daemon gives the clock of its loop instead.
  /// In a test it is an `UnimplementedClock`: give it a `TestClock` or an `ImmediateClock`.
  public var clock: any Clock<Duration> {
    get { self[ClockKey.self] }
    set { self[ClockKey.self] = newValue }
  }
}

extension DependencyValues {
  package var hasChosenClock: Bool { override(of: ClockKey.self) != nil }
}

private enum ClockKey: DependencyKey {
  static var liveValue: any Clock<Duration> { ContinuousClock() }
  static var testValue: any Clock<Duration> { UnimplementedClock(name: "clock") }
}

extension DependencyValues {
  /// The time of day: `date.now`.
  ///
  /// No default exists, since the standard library has no time of day: a program sets its own at its entry point.
  public var date: DateGenerator {
    get { self[DateKey.self] }
    set { self[DateKey.self] = newValue }
  }
}

/// A source of the time of day.
public typealias DateGenerator = Generator<WallTime>

extension DateGenerator {
  /// The time of day; set, it stands still: `$0.date.now = .epoch`.
  public var now: WallTime {
    get { self() }
    set { self = .constant(newValue) }
  }
}

private enum DateKey: DependencyKey {
  static var liveValue: DateGenerator {
    let location = DependencyComputation.location()
    return DateGenerator {
      reportIssue(
        """
        'date' was asked for the time of day, but no live date was given; it answers with the epoch.
        Give one where the program begins, 'prepareDependencies { $0.date = DateGenerator { … } }'.
        """,
        at: location
      )
      return .epoch
    }
  }

  static var testValue: DateGenerator {
    let location = DependencyComputation.location()
    return DateGenerator {
      reportUnimplemented("date.now", at: location)
      return .epoch
    }
  }
}

/// A moment as calendars count it: the time since the first of January 1970, in Greenwich.
///
/// It jumps when the clock is set; code that only waits uses `DependencyValues.clock`.
public struct WallTime: InstantProtocol {
  /// The time since the epoch.
  public let sinceEpoch: Duration

  /// Makes the moment that is so long after the epoch.
  public init(sinceEpoch: Duration) {
    self.sinceEpoch = sinceEpoch
  }

  /// The first of January 1970.
  public static let epoch = WallTime(sinceEpoch: .zero)

  public func advanced(by duration: Duration) -> WallTime { WallTime(sinceEpoch: sinceEpoch + duration) }

  public func duration(to other: WallTime) -> Duration { other.sinceEpoch - sinceEpoch }

  public static func < (left: WallTime, right: WallTime) -> Bool { left.sinceEpoch < right.sinceEpoch }
}

extension DependencyValues {
  /// What the clock on the wall says: `date.now`.
  ///
  /// No default exists, for the standard library cannot tell the time of day: a program gives its own where it begins.
  public var date: DateGenerator {
    get { self[DateKey.self] }
    set { self[DateKey.self] = newValue }
  }
}

/// Tells the time of day.
public struct DateGenerator: Sendable {
  private let tell: @Sendable () -> WallTime

  /// Makes a generator of a closure that is asked each time.
  public init(_ tell: @escaping @Sendable () -> WallTime) {
    self.tell = tell
  }

  /// The time of day.
  public var now: WallTime { tell() }

  /// A generator for which time stands still.
  public static func constant(_ now: WallTime) -> DateGenerator {
    DateGenerator { now }
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

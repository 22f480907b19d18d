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
  /// Whether somebody set the clock.
  package var hasChosenClock: Bool { storage.override(of: ObjectIdentifier(ClockKey.self)) != nil }
}

private enum ClockKey: DependencyKey {
  static var liveValue: any Clock<Duration> { ContinuousClock() }
  static var testValue: any Clock<Duration> { UnimplementedClock(name: "clock") }
}

extension DependencyValues {
  /// The clock on which features wait.
  ///
  /// Live it is a `ContinuousClock`, whose sleeps start threads of their own: a daemon gives the
  /// clock of its loop instead. In a test it is an `UnimplementedClock`, unless the test gives
  /// another: a test store has a `TestClock`.
  public var clock: any Clock<Duration> {
    get { self[ClockKey.self] }
    set { self[ClockKey.self] = newValue }
  }

  package var hasChosenClock: Bool { override(of: ClockKey.self) != nil }

  /// The executor for work that outlives its effect: the store's if it has one, otherwise the
  /// global concurrent executor.
  package var executor: (any TaskExecutor)? {
    get { self[ExecutorKey.self] }
    set { self[ExecutorKey.self] = newValue }
  }
}

private enum ClockKey: DependencyKey {
  static var liveValue: any Clock<Duration> { ContinuousClock() }
  static var testValue: any Clock<Duration> { UnimplementedClock(name: "clock") }
}

private enum ExecutorKey: DependencyKey {
  static var liveValue: (any TaskExecutor)? { nil }
  static var testValue: (any TaskExecutor)? { nil }
}

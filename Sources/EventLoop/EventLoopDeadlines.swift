extension EventLoop {
  /// Calls `callback` on the loop once the deadline has passed, unless cancelled before.
  @discardableResult
  public func at(_ deadline: LoopClock.Instant, _ callback: @escaping @Sendable () -> Void) -> Timer {
    withState { $0.timers.insert(deadline, callback) }
  }

  /// Calls `callback` on the loop once `duration` has passed, unless cancelled before.
  @discardableResult
  public func after(_ duration: Duration, _ callback: @escaping @Sendable () -> Void) -> Timer {
    at(.now.advanced(by: duration), callback)
  }

  /// Forgets a deadline at once; one that has passed or was cancelled may be cancelled again.
  public func cancel(_ timer: Timer) {
    _ = withState { $0.timers.take(timer) }
  }

  /// How many deadlines wait.
  public var timerCount: Int { withState { $0.timers.count } }
}

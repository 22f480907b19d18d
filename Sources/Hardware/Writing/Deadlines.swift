import EventLoop

/// What a writer tells the time by, and is woken by.
public struct Deadlines: Sendable {
  public typealias Cancel = @Sendable () -> Void

  public var now: @Sendable () -> LoopClock.Instant
  /// Calls back once the deadline has passed, unless cancelled before.
  public var at: @Sendable (_ deadline: LoopClock.Instant, _ callback: @escaping @Sendable () -> Void) -> Cancel

  public init(
    now: @escaping @Sendable () -> LoopClock.Instant,
    at: @escaping @Sendable (LoopClock.Instant, @escaping @Sendable () -> Void) -> Cancel
  ) {
    self.now = now
    self.at = at
  }

  public static func of(_ loop: EventLoop) -> Deadlines {
    Deadlines(
      now: { .now },
      at: { deadline, callback in
        let timer = loop.at(deadline, callback)
        return { loop.cancel(timer) }
      }
    )
  }
}

/// The wall clock was set, or the machine was suspended and has resumed.
public struct ClockChange: Sendable, Hashable {
  /// How long the machine was suspended since the watch began or reported last.
  public let suspended: Duration
}

extension EventLoop {
  /// Calls `callback` on the loop whenever the wall clock jumps or the machine resumes.
  public func onClockChange(_ callback: @escaping @Sendable (ClockChange) -> Void) throws(SystemError) -> Watch {
    let meter = SuspensionMeter(wallClock.suspended())
    return try watch(source: try wallClock.open()) { [wallClock] _, file in
      guard wallClock.tellsOfChange(file) else { return }
      callback(ClockChange(suspended: meter.advance(to: wallClock.suspended())))
    }
  }
}

extension Clock where Duration == Swift.Duration {
  /// Ticks again and again, first after one interval; ends when its task is cancelled.
  ///
  /// A tick is not made up for that was missed: after a long sleep of the machine the next one comes in step.
  public func timer(interval: Duration, tolerance: Duration? = nil) -> ClockTimer {
    precondition(interval > .zero, "a timer's interval is longer than nothing")
    return ClockTimer {
      let start = now
      return { last in
        let next = tick(after: last, every: interval, at: start.duration(to: now))
        try await sleep(until: start.advanced(by: next), tolerance: tolerance)
        return next
      }
    }
  }
}

/// The ticks of a clock: each is the time from the start of the timer at which it was due.
public struct ClockTimer: AsyncSequence, Sendable {
  typealias Wait = @Sendable (_ last: Duration) async throws -> Duration

  fileprivate let start: @Sendable () -> Wait

  public func makeAsyncIterator() -> Iterator { Iterator(wait: start()) }

  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let wait: Wait
    fileprivate var last: Duration? = .zero

    public mutating func next() async -> Duration? {
      guard let last else { return nil }
      self.last = try? await wait(last)
      return self.last
    }
  }
}

/// The first tick after the last one that is not yet over.
private func tick(after last: Duration, every interval: Duration, at now: Duration) -> Duration {
  let late = (now - last).attoseconds
  let step = interval.attoseconds
  return last + Duration(attoseconds: max(1, (late + step - 1) / step) * step)
}

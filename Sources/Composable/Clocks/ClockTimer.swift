extension Clock where Duration == Swift.Duration {
  /// Ticks again and again, first after one interval; ends when its task is cancelled.
  ///
  /// Each tick is the time from the start at which it was due. One that was missed is not made up for: after a long sleep of the machine the next one
  /// comes in step.
  public func timer(interval: Duration, tolerance: Duration? = nil) -> some AsyncSequence<Duration, Never> & Sendable {
    precondition(interval > .zero, "a timer's interval is longer than nothing")
    return ClockTimer {
      let start = now
      return { last in
        // The first tick after the last one that is not yet over.
        let (late, step) = ((start.duration(to: now) - last).attoseconds, interval.attoseconds)
        let next = last + Duration(attoseconds: max(1, (late + step - 1) / step) * step)
        try await sleep(until: start.advanced(by: next), tolerance: tolerance)
        return next
      }
    }
  }
}

/// The ticks of a clock.
struct ClockTimer: AsyncSequence, Sendable {
  typealias Wait = @Sendable (_ last: Duration) async throws -> Duration

  fileprivate let start: @Sendable () -> Wait

  func makeAsyncIterator() -> Iterator { Iterator(wait: start()) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate let wait: Wait
    fileprivate var last: Duration? = .zero

    mutating func next() async -> Duration? {
      guard let last else { return nil }
      self.last = try? await wait(last)
      return self.last
    }
  }
}

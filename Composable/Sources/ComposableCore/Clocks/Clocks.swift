/// The clock of a test that gives none: each use is an issue, it never advances, and its sleeps end
/// at once.
public struct UnimplementedClock: Clock {
  private let name: String
  private let location: CodeLocation
  private let start = ContinuousClock.now

  /// Makes a clock that is called `name` in issues.
  public init(name: String = "clock", fileID: String = #fileID, line: Int = #line) {
    self.name = name
    location = DependencyComputation.location(fileID: fileID, line: line)
  }

  /// The time on the clock; reading it is an issue.
  public var now: ContinuousClock.Instant {
    reportUnimplemented("\(name).now", at: location)
    return start
  }

  public var minimumResolution: Duration {
    reportUnimplemented("\(name).minimumResolution", at: location)
    return .zero
  }

  public func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    reportUnimplemented("\(name).sleep", at: location)
    try Task.checkCancellation()
  }
}

extension Clock where Duration == Swift.Duration {
  /// Ticks again and again, first after one interval; ends when its task is cancelled.
  ///
  /// Each tick is the time from the start at which it was due. Missed ticks are skipped: after the
  /// machine was suspended, the next tick comes at a multiple of the interval.
  public func timer(interval: Duration, tolerance: Duration? = nil) -> some AsyncSequence<Duration, Never> & Sendable {
    precondition(interval > .zero, "a timer's interval is longer than nothing")
    return ClockTimer {
      let start = now
      return { last in
        // The next tick that is still in the future.
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

import Synchronization

extension IssueReporter {
  /// Hands on at most one issue for a place in the code within an interval, and says how many it kept back before.
  ///
  /// It is for a daemon's log: a mistake that is made with every event is still said once.
  public static func rateLimited(
    to reporter: IssueReporter,
    every interval: Duration,
    on clock: some Clock<Duration>
  ) -> IssueReporter {
    let gate = IssueGate(interval: interval, clock: clock)
    return IssueReporter { issue in
      guard let keptBack = gate.open(for: issue.location) else { return }
      reporter.report(keptBack == 0 ? issue : issue.saying("(\(keptBack) more were kept back since it was last said.)"))
    }
  }
}

/// Opens once within an interval for each place in the code, of which there are only as many as somebody wrote.
private final class IssueGate<Clock: _Concurrency.Clock<Duration>>: Sendable {
  private struct Place {
    var opened: Clock.Instant
    var keptBack = 0
  }

  private let interval: Duration
  private let clock: Clock
  private let places = Mutex<[CodeLocation: Place]>([:])

  init(interval: Duration, clock: Clock) {
    self.interval = interval
    self.clock = clock
  }

  /// How many were kept back since it last opened; nil where it stays shut.
  func open(for location: CodeLocation) -> Int? {
    let now = clock.now
    return places.withLock { places in
      if let place = places[location], place.opened.duration(to: now) < interval {
        places[location]?.keptBack += 1
        return nil
      }
      return places.updateValue(Place(opened: now), forKey: location)?.keptBack ?? 0
    }
  }
}

extension ReportedIssue {
  fileprivate func saying(_ more: String) -> ReportedIssue {
    ReportedIssue("\(message)\n\(more)", at: location)
  }
}

public import ComposableCore
import Synchronization

extension IssueReporter {
  /// A reporter that passes on at most one issue per place in the code and interval, with the
  /// number of those suppressed before.
  ///
  /// It is for a log: a mistake that is made with every event is reported once in a while.
  public func rateLimited<C: Clock<Duration>>(every interval: Duration, on clock: C) -> IssueReporter {
    let places = Mutex<[CodeLocation: (reported: C.Instant, suppressed: Int)]>([:])
    return IssueReporter { issue in
      let now = clock.now
      let suppressed: Int? = places.withLock { places in
        if let place = places[issue.location], place.reported.duration(to: now) < interval {
          places[issue.location]?.suppressed += 1
          return nil
        }
        return places.updateValue((now, 0), forKey: issue.location)?.suppressed ?? 0
      }
      guard let suppressed else { return }
      let note = suppressed == 0 ? "" : "\n(\(suppressed) more were suppressed since the last report.)"
      report(ReportedIssue(issue.message + note, at: issue.location))
    }
  }
}

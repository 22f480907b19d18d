import Synchronization

/// Where issues go: a failure in a test, a log line in a daemon, never a crash.
public struct IssueReporter: Sendable {
  private let receive: @Sendable (ReportedIssue) -> Void

  /// Makes a reporter of a closure that is given each issue as it is reported, on the thread that reports it.
  public init(_ receive: @escaping @Sendable (ReportedIssue) -> Void) {
    self.receive = receive
  }

  /// The reporter in force: the dependency `issueReporter` of the current values.
  public static var current: IssueReporter { DependencyValues.current.issueReporter }

  /// Prints each issue on standard output: for programs that have set no reporter.
  public static let printing = IssueReporter { print("\($0.location): \($0.message)") }

  /// Hands an issue to this reporter.
  public func report(_ issue: ReportedIssue) {
    receive(issue)
  }
}

/// Reports a misuse to the reporter in force.
public func reportIssue(_ message: @autoclosure () -> String, at location: CodeLocation) {
  IssueReporter.current.report(ReportedIssue(message(), at: location))
}

/// A misuse, worded so that its reader knows what happened, where, why, and what to do.
public struct ReportedIssue: Sendable, Hashable {
  /// The event and the remedy.
  public let message: String
  /// Where the operator, the effect or the call was written that the message speaks of.
  public let location: CodeLocation

  /// Makes an issue; to report one, call `reportIssue` instead.
  public init(_ message: String, at location: CodeLocation) {
    self.message = message
    self.location = location
  }
}

/// A place in source code.
public struct CodeLocation: Sendable, Hashable, CustomStringConvertible {
  /// The module and the file, as `#fileID` gives them.
  public let fileID: String
  /// By default the same as `fileID`: with `#filePath` a program would hold the folder it was built in, and no build would reproduce it.
  public let filePath: String
  /// Counted from 1.
  public let line: Int
  /// Counted from 1.
  public let column: Int

  /// Makes a location of what `#fileID`, `#line` and `#column` give.
  public init(fileID: String, filePath: String, line: Int, column: Int) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// The module, the file and the line, as in a log line.
  public var description: String { "\(fileID):\(line)" }
}

extension IssueReporter {
  /// Reports at most one issue per place in the code within an interval, with the number of those suppressed before.
  ///
  /// It is for a daemon's log: a mistake that is made with every event is still reported once.
  public static func rateLimited(
    to reporter: IssueReporter,
    every interval: Duration,
    on clock: some Clock<Duration>
  ) -> IssueReporter {
    let gate = IssueGate(interval: interval, clock: clock)
    return IssueReporter { issue in
      guard let suppressed = gate.open(for: issue.location) else { return }
      reporter.report(
        suppressed == 0 ? issue : issue.adding("(\(suppressed) more were suppressed since the last report.)")
      )
    }
  }
}

/// Opens once within an interval for each place in the code, whose number is bounded by the code.
private final class IssueGate<Clock: _Concurrency.Clock<Duration>>: Sendable {
  private struct Place {
    var opened: Clock.Instant
    var suppressed = 0
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
        places[location]?.suppressed += 1
        return nil
      }
      return places.updateValue(Place(opened: now), forKey: location)?.suppressed ?? 0
    }
  }
}

extension ReportedIssue {
  fileprivate func adding(_ more: String) -> ReportedIssue {
    ReportedIssue("\(message)\n\(more)", at: location)
  }
}

extension DependencyValues {
  /// Where misuse is reported; printed where nothing else was chosen.
  public var issueReporter: IssueReporter {
    get { self[IssueReporterKey.self] }
    set { self[IssueReporterKey.self] = newValue }
  }
}

extension DependencyValues {
  /// The reporter that was set, if any.
  package var chosenIssueReporter: IssueReporter? {
    storage.override(of: ObjectIdentifier(IssueReporterKey.self))?.value(of: IssueReporterKey.self)
  }
}

enum IssueReporterKey: DependencyKey {
  static var liveValue: IssueReporter { .printing }
  static var testValue: IssueReporter { .printing }
}

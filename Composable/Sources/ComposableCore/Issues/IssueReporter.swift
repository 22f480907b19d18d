import Glibc
import Synchronization

/// Where issues go: a failure in a test, a log line in a daemon, never a crash.
public struct IssueReporter: Sendable {
  /// Takes an issue.
  public let report: @Sendable (ReportedIssue) -> Void

  /// Makes a reporter from a closure, which is called for each issue on the thread that reports it.
  public init(_ report: @escaping @Sendable (ReportedIssue) -> Void) {
    self.report = report
  }

  /// Prints each issue on standard error; the default of a program that sets no reporter.
  public static let printing = IssueReporter { printError("\($0.location): \($0.message)") }
}

/// Prints a line on standard error, as a whole: other threads may print too.
func printError(_ message: String) {
  var line = "\(message)\n"
  line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// Reports a misuse to the current reporter.
public func reportIssue(_ message: @autoclosure () -> String, at location: CodeLocation) {
  DependencyValues.current.issueReporter.report(ReportedIssue(message(), at: location))
}

/// A misuse, worded so that its reader knows what happened, where, why, and what to do.
public struct ReportedIssue: Sendable, Hashable {
  /// The event, its cause, and the remedy.
  public let message: String
  /// The location of the operator, effect or call that the message is about.
  public let location: CodeLocation

  /// Makes an issue; to report one, call `reportIssue` instead.
  public init(_ message: String, at location: CodeLocation) {
    self.message = message
    self.location = location
  }
}

/// A place in the code.
public struct CodeLocation: Sendable, Hashable, CustomStringConvertible {
  /// The module and the file, as in `#fileID`. `#filePath` would put the path of the build folder
  /// into the program.
  public let fileID: String
  /// The line in the file.
  public let line: Int

  /// Makes a place.
  public init(fileID: String, line: Int) {
    self.fileID = fileID
    self.line = line
  }

  public var description: String { "\(fileID):\(line)" }
}

extension IssueReporter {
  /// Reports at most one issue per place in the code and interval, with the number of those
  /// suppressed before.
  ///
  /// It is for a daemon's log: a mistake that is made with every event is still reported once.
  public static func rateLimited<C: Clock<Duration>>(
    to reporter: IssueReporter,
    every interval: Duration,
    on clock: C
  ) -> IssueReporter {
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
      reporter.report(ReportedIssue(issue.message + note, at: issue.location))
    }
  }
}

extension DependencyValues {
  /// Where misuse is reported; by default it is printed.
  public var issueReporter: IssueReporter {
    get { self[IssueReporterKey.self] }
    set { self[IssueReporterKey.self] = newValue }
  }

  package var chosenIssueReporter: IssueReporter? { override(of: IssueReporterKey.self) }
}

enum IssueReporterKey: DependencyKey {
  static var liveValue: IssueReporter { .printing }
  static var testValue: IssueReporter { .printing }
}

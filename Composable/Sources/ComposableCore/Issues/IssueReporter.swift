import Glibc

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

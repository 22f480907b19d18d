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

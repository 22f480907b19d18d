/// Where issues go: a failure in a test, a log line in a daemon, never a crash.
public struct IssueReporter: Sendable {
  private let receive: @Sendable (Issue) -> Void

  public init(_ receive: @escaping @Sendable (Issue) -> Void) {
    self.receive = receive
  }

  /// The reporter in force; a store binds its own around its reducers and effects.
  @TaskLocal public static var current = IssueReporter.printing

  /// Prints each issue on standard output: for programs that have set no reporter.
  public static let printing = IssueReporter { print("\($0.location): \($0.message)") }

  public func report(_ issue: Issue) {
    receive(issue)
  }
}

/// Reports a misuse to the reporter in force.
public func reportIssue(_ message: @autoclosure () -> String, at location: CodeLocation) {
  IssueReporter.current.report(Issue(message(), at: location))
}

public import Composable
import Synchronization

/// Runs an operation and returns the issues that it reported, which then fail no test.
public func withIssues(_ operation: () throws -> Void) rethrows -> [ReportedIssue] {
  let collected = CollectedIssues()
  try withDependencies {
    $0.issueReporter = collected.reporter
  } operation: {
    try operation()
  }
  return collected.issues
}

/// Runs an asynchronous operation and gives the issues that it reported, also from the tasks that it started.
public func withIssues(
  isolation: isolated (any Actor)? = #isolation,
  _ operation: () async throws -> Void
) async rethrows -> [ReportedIssue] {
  let collected = CollectedIssues()
  try await withDependencies {
    $0.issueReporter = collected.reporter
  } operation: {
    try await operation()
  }
  return collected.issues
}

/// Keeps the issues that its reporter is given: for a store or a test that sets its reporter once.
public final class CollectedIssues: Sendable {
  private let collected = Mutex<[ReportedIssue]>([])

  /// Makes an empty collection.
  public init() {}

  /// The issues that were reported so far.
  public var issues: [ReportedIssue] { collected.withLock { $0 } }

  /// A reporter that fails nothing and hands each issue to this collection.
  public var reporter: IssueReporter {
    IssueReporter { issue in self.collected.withLock { $0.append(issue) } }
  }
}

import Composable
import Synchronization

/// The issues that an operation reports, instead of letting them fail the test.
final class CollectedIssues: Sendable {
  private let issues = Mutex<[Issue]>([])

  var messages: [String] { issues.withLock { $0.map(\.message) } }

  static func during<Result>(_ operation: () throws -> Result) rethrows -> (result: Result, issues: CollectedIssues) {
    let collected = CollectedIssues()
    let reporter = IssueReporter { issue in collected.issues.withLock { $0.append(issue) } }
    let result = try IssueReporter.$current.withValue(reporter) { try operation() }
    return (result, collected)
  }
}

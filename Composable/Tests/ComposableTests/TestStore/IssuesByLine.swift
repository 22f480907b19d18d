import ComposableCore
import ComposableTesting

/// The issues of an operation, each with its line: counted from the one where the operation opens.
func issuesByLine(from line: Int = #line, _ operation: () throws -> Void) rethrows -> [String] {
  try withIssues(operation).map { $0.relative(to: line) }
}

/// The issues of an asynchronous operation, each with its line: counted from the one where the
/// operation opens.
func issuesByLine(
  from line: Int = #line,
  isolation: isolated (any Actor)? = #isolation,
  _ operation: () async throws -> Void
) async rethrows -> [String] {
  try await withIssues(operation).map { $0.relative(to: line) }
}

extension ReportedIssue {
  func relative(to line: Int) -> String { "+\(location.line - line): \(message)" }
}

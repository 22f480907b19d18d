public import ComposableCore
public import Testing

/// Asserts that two values are equal; a failure shows their difference.
public func expectNoDifference<Value: Equatable>(
  _ value: Value,
  _ expected: Value,
  at location: SourceLocation = #_sourceLocation
) {
  if value == expected { return }
  let difference = diff(expected, value, format: .expectedFirst) ?? "They look the same."
  fail("Expected two values to be equal (expected: −, actual: +):\n\n\(difference)", at: location)
}

/// Asserts how an operation changes a value: `change` turns the old value into the expected one.
public func expectDifference<Value: Equatable>(
  _ value: @autoclosure () throws -> Value,
  at location: SourceLocation = #_sourceLocation,
  operation: () throws -> Void,
  change: (inout Value) throws -> Void
) rethrows {
  var expected = try value()
  try operation()
  try change(&expected)
  expectNoDifference(try value(), expected, at: location)
}

/// Asserts that a path embeds a value in its case and extracts the same value, and that it extracts
/// nothing from the others.
public func expectRoundTrip<Root, Value: Equatable>(
  _ value: Value,
  through path: CasePath<Root, Value>,
  notIn others: [Root] = [],
  at location: SourceLocation = #_sourceLocation
) {
  let root = path.embed(value)
  if path.extract(root) != value {
    fail("The path made '\(caseName(of: root))' of \(describe(value)), and does not take that out again.", at: location)
  }
  for other in others where path.matches(other) {
    fail("The path to '\(caseName(of: root))' also takes a value out of '\(caseName(of: other))'.", at: location)
  }
}

private func fail(_ message: String, at location: SourceLocation) {
  let reporter = DependencyValues.current.chosenIssueReporter ?? .recordingFailure
  reporter.report(ReportedIssue(message, at: CodeLocation(location)))
}

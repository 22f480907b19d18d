public import ComposableCore

/// The current dependencies, in the test context. If the test has none of its own, new ones whose
/// issues are failures.
package func testDependencies(
  clock: TestClock,
  prepare: (inout DependencyValues) -> Void = { _ in }
) -> DependencyValues {
  DependencyValues.current.updated { values in
    if values.isOfProcess {
      values.context = .test
      if values.chosenIssueReporter == nil { values.issueReporter = .recordingFailure }
    }
    if !values.hasChosenClock { values.clock = clock }
    prepare(&values)
  }
}

/// The dependencies with another generator for the ids of stack elements.
func trying(_ ids: StackIDGenerator, in dependencies: DependencyValues) -> DependencyValues {
  var values = dependencies
  values.stackIDs = ids
  return values
}

extension TestStore {
  /// Runs a part of a test with other dependencies of the store.
  public func withDependencies<Result>(
    _ update: (inout DependencyValues) -> Void,
    operation: () throws -> Result
  ) rethrows -> Result {
    let former = dependencies
    defer { dependencies = former }
    update(&dependencies)
    return try operation()
  }

  /// Runs an asynchronous part of a test with other dependencies of the store.
  public nonisolated(nonsending) func withDependencies<Result>(
    _ update: (inout DependencyValues) -> Void,
    operation: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    let former = dependencies
    defer { dependencies = former }
    update(&dependencies)
    return try await operation()
  }
}

public import Composable

/// The current dependencies, in the test context; where the test has none of its own, fresh ones
/// whose issues are failures.
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

/// Dependencies whose elements of stacks get their ids from this generator.
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

import Composable

/// The dependencies that an assertion's closure sees: the store's, but for the ids of stack elements, which it tries and does not consume.
struct AssertionDependencies {
  private let values: DependencyValues
  private let stackIDs = StackIDGenerator()

  init(of dependencies: DependencyValues) {
    var values = dependencies
    values.stackIDs = stackIDs
    self.values = values
  }

  /// Runs an operation to which ids are given from this one on.
  func bind(nextStackID: StackElementID, around operation: () throws -> Void) rethrows {
    stackIDs.restart(at: nextStackID)
    try DependencyValues.$current.withValue(values, operation: operation)
  }
}

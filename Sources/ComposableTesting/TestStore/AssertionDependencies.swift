import Composable

/// The dependencies that an assertion's closure sees: the store's, but for the ids of stack elements, which it may try and does not consume.
struct AssertionDependencies {
  private let values: DependencyValues
  private let ids: StackIDGenerator
  private let trial: StackIDGenerator

  init(of dependencies: DependencyValues) {
    ids = dependencies.stackIDs
    trial = ids.copy()
    var values = dependencies
    values.stackIDs = trial
    self.values = values
  }

  func bind(around operation: () throws -> Void) rethrows {
    trial.follow(ids)
    try DependencyValues.$current.withValue(values, operation: operation)
  }
}

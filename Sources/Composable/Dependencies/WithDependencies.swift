/// Runs an operation under the current dependencies, changed by `update`.
///
/// Tasks and task groups that the operation starts inherit them; an escaping closure does not (`withEscapedDependencies`).
@discardableResult
public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  let values = try DependencyValues.current.updated(by: update)
  return try DependencyValues.$current.withValue(values, operation: operation)
}

/// Runs an asynchronous operation under the current dependencies, changed by `update`.
@discardableResult
public func withDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ update: (inout DependencyValues) throws -> Void,
  operation: () async throws -> Result
) async rethrows -> Result {
  let values = try DependencyValues.current.updated(by: update)
  return try await DependencyValues.$current.withValue(values, operation: operation)
}

extension DependencyValues {
  /// These values, changed by `update`; values that it starts anew begin with what it set.
  package func updated(by update: (inout DependencyValues) throws -> Void) rethrows -> DependencyValues {
    var values = self
    try update(&values)
    if values.storage.root !== storage.root {
      values.storage.root.begin(with: values.storage.overrides)
    }
    return values
  }
}

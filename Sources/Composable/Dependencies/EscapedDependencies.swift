/// Lends the dependencies in force to a closure that escapes: it gets them back where it yields.
///
/// ```swift
/// withEscapedDependencies { dependencies in
///   loop.afterwards { dependencies.yield { model.refresh() } }
/// }
/// ```
public func withEscapedDependencies<Result>(
  _ operation: (EscapedDependencies) throws -> Result
) rethrows -> Result {
  try operation(EscapedDependencies())
}

/// Lends the dependencies in force to a closure that escapes, from an asynchronous operation.
public func withEscapedDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ operation: (EscapedDependencies) async throws -> Result
) async rethrows -> Result {
  try await operation(EscapedDependencies())
}

/// The dependencies that were in force where an operation was begun, for the code that goes on with it elsewhere.
public struct EscapedDependencies: Sendable {
  private let values = DependencyValues.current

  init() {}

  /// Runs an operation under the escaped dependencies.
  public func yield<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try DependencyValues.$current.withValue(values, operation: operation)
  }

  /// Runs an asynchronous operation under the escaped dependencies.
  public func yield<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await DependencyValues.$current.withValue(values, operation: operation)
  }
}

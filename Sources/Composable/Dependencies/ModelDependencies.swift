/// Runs an operation under the dependencies that a model was made under: a model made inside inherits them.
///
/// The model is any struct or object with a `@Dependency` property; without one, an issue is reported.
@discardableResult
public func withDependencies<Result>(
  from model: some Any,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column,
  operation: () throws -> Result
) rethrows -> Result {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return try DependencyValues.$current.withValue(.of(model, at: location), operation: operation)
}

/// Runs an asynchronous operation under the dependencies that a model was made under.
@discardableResult
public func withDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  from model: some Any,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column,
  operation: () async throws -> Result
) async rethrows -> Result {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return try await DependencyValues.$current.withValue(.of(model, at: location), operation: operation)
}

/// Runs an operation under the dependencies that a model was made under, changed by `update`.
@discardableResult
public func withDependencies<Result>(
  from model: some Any,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column,
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let values = try DependencyValues.of(model, at: location).updated(by: update)
  return try DependencyValues.$current.withValue(values, operation: operation)
}

/// Runs an asynchronous operation under the dependencies that a model was made under, changed by `update`.
@discardableResult
public func withDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  from model: some Any,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column,
  _ update: (inout DependencyValues) throws -> Void,
  operation: () async throws -> Result
) async rethrows -> Result {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let values = try DependencyValues.of(model, at: location).updated(by: update)
  return try await DependencyValues.$current.withValue(values, operation: operation)
}

/// A property that remembers the dependencies that it was made under.
private protocol CapturingDependencies {
  var captured: DependencyValues { get }
}

extension Dependency: CapturingDependencies {}

extension DependencyValues {
  fileprivate static func of(_ model: Any, at location: CodeLocation) -> DependencyValues {
    var mirror: Mirror? = Mirror(reflecting: model)
    while let layer = mirror {
      for child in layer.children {
        guard let property = child.value as? any CapturingDependencies else { continue }
        return DependencyValues(storage: current.storage.above(property.captured.storage))
      }
      mirror = layer.superclassMirror
    }
    reportIssue(
      """
      '\(type(of: model))' has no dependencies to inherit: none of its stored properties is a '@Dependency'.
      Give it one, or say what the operation depends on with 'withDependencies { … }'.
      """,
      at: location
    )
    return current
  }
}

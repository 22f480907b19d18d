/// A property that reads a dependency: `@Dependency(\.clock) var clock`.
///
/// It reads the override in the current values, otherwise the one in the values that were current
/// when the property was made, and otherwise the default of the context. So a model keeps the
/// dependencies that it was made with.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  let captured: DependencyValues
  /// The captured values, as this property reads them.
  private let own: DependencyValues
  private let read: @Sendable (DependencyValues) -> Value

  private init(at location: CodeLocation, read: @escaping @Sendable (DependencyValues) -> Value) {
    captured = .current
    var own = captured
    own.change { $0.location = location }
    self.own = own
    self.read = read
  }

  /// Reads a dependency by its name.
  public init(_ path: any KeyPath<DependencyValues, Value> & Sendable, fileID: String = #fileID, line: Int = #line) {
    self.init(at: CodeLocation(fileID: fileID, line: line)) { $0[keyPath: path] }
  }

  /// Reads a dependency that is its own key, by its type.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    fileID: String = #fileID,
    line: Int = #line
  ) where Key.Value == Value {
    self.init(at: CodeLocation(fileID: fileID, line: line)) { $0[Key.self] }
  }

  /// The dependency as it is now; it is looked up on each read.
  public var wrappedValue: Value {
    let current = DependencyValues.current
    return read(current.isSame(as: captured) ? own : current.above(own))
  }
}

/// Runs an operation with the dependencies that a model was made with, changed by `update`. A model
/// that is made inside inherits them.
///
/// The model is any struct or object with a `@Dependency` property; without one, an issue is
/// reported.
@discardableResult
public func withDependencies<Result>(
  from model: some Any,
  fileID: String = #fileID,
  line: Int = #line,
  _ update: (inout DependencyValues) -> Void = { _ in },
  operation: () throws -> Result
) rethrows -> Result {
  let values = DependencyValues.of(model, at: CodeLocation(fileID: fileID, line: line)).updated(by: update)
  return try DependencyValues.$current.withValue(values, operation: operation)
}

/// Runs an asynchronous operation with the dependencies that a model was made with, changed by
/// `update`.
@discardableResult
public func withDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  from model: some Any,
  fileID: String = #fileID,
  line: Int = #line,
  _ update: (inout DependencyValues) -> Void = { _ in },
  operation: () async throws -> Result
) async rethrows -> Result {
  let values = DependencyValues.of(model, at: CodeLocation(fileID: fileID, line: line)).updated(by: update)
  return try await DependencyValues.$current.withValue(values, operation: operation)
}

/// A property that remembers the dependencies that it was made with.
private protocol CapturingDependencies {
  var captured: DependencyValues { get }
}

extension Dependency: CapturingDependencies {}

extension DependencyValues {
  fileprivate static func of(_ model: Any, at location: CodeLocation) -> DependencyValues {
    let children = sequence(first: Mirror(reflecting: model), next: \.superclassMirror).flatMap(\.children)
    let properties = children.lazy.compactMap { $0.value as? any CapturingDependencies }
    if let property = properties.first { return current.above(property.captured) }
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

/// A property that reads a dependency: `@Dependency(\.clock) var clock`.
///
/// It reads what the values in force were overridden with; else what the values in force when it was made were overridden with;
/// else the default of the context. So a model keeps the dependencies that it was made under.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  let captured: DependencyValues
  private let location: CodeLocation
  private let read: @Sendable (DependencyValues) -> Value

  /// Reads a dependency by its name.
  public init(
    _ path: any KeyPath<DependencyValues, Value> & Sendable,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    captured = .current
    location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    read = { $0[keyPath: path] }
  }

  /// Reads a dependency that is its own key, by its type.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) where Key.Value == Value {
    captured = .current
    location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    read = { $0[Key.self] }
  }

  public var wrappedValue: Value {
    read(DependencyValues.current.above(captured, readAt: location))
  }
}

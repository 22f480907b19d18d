/// A property that reads a dependency: `@Dependency(\.clock) var clock`.
///
/// It reads what the values in force were overridden with; else what the values in force when it was made were overridden with;
/// else the default of the context. So a model keeps the dependencies that it was made under.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  let captured: DependencyValues
  /// The captured values, as this property reads them.
  private let own: DependencyValues
  private let read: @Sendable (DependencyValues) -> Value

  private init(at location: CodeLocation, read: @escaping @Sendable (DependencyValues) -> Value) {
    captured = .current
    own = DependencyValues(storage: captured.storage.read(at: location))
    self.read = read
  }

  /// Reads a dependency by its name.
  public init(
    _ path: any KeyPath<DependencyValues, Value> & Sendable,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(at: location) { $0[keyPath: path] }
  }

  /// Reads a dependency that is its own key, by its type.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) where Key.Value == Value {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(at: location) { $0[Key.self] }
  }

  /// The dependency as it is now: read each time, remembered by its values.
  public var wrappedValue: Value {
    let current = DependencyValues.current
    return read(current.storage === captured.storage ? own : current.above(own))
  }
}

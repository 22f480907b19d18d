/// The dependencies of a program: values found by key, passed down through tasks, never through arguments.
///
/// A value is one reference: it is cheap to copy, to bind and to capture.
public struct DependencyValues: Sendable {
  /// The values in force; a child task inherits them, an escaping closure does not.
  @TaskLocal public static var current = DependencyValues(storage: DependencyStorage(root: .process))

  var storage: DependencyStorage

  init(storage: DependencyStorage) {
    self.storage = storage
  }

  /// Values of their own, with nothing remembered from others: what a test, or a second program in one process, begins with.
  public init(context: DependencyContext) {
    storage = DependencyStorage(root: DependencyRoot(context: context))
  }

  /// Values of their own; what `prepare` sets is also seen by the defaults that are computed from other dependencies.
  public init(context: DependencyContext, prepare: (inout DependencyValues) throws -> Void) rethrows {
    storage = DependencyStorage(root: DependencyRoot(context: context, hasBegun: false))
    try prepare(&self)
    storage.root.begin(with: storage.overrides)
  }

  /// The value of a dependency: what it was overridden with, else the default of the context, computed once.
  public subscript<Key: TestDependencyKey>(
    key: Key.Type,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Key.Value {
    get {
      if let box = storage.override(of: ObjectIdentifier(key)) { return box.value(of: key) }
      let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      return storage.defaultBox(of: key, readAt: location).value(of: key)
    }
    set {
      storage = storage.overriding(ObjectIdentifier(key), with: DependencyBox<Key>(newValue))
    }
  }
}

extension DependencyValues {
  /// Whether these are the program's own values: nobody began with values of their own.
  package var isOfProcess: Bool { storage.root === DependencyRoot.process }

  /// Runs `body` under these values; binds them only where others are in force.
  @usableFromInline
  func whileInForce(_ body: () throws -> Void) rethrows {
    if Self.current.storage === storage { return try body() }
    try Self.$current.withValue(self, operation: body)
  }

  func above(_ captured: DependencyValues) -> DependencyValues {
    DependencyValues(storage: storage.above(captured.storage))
  }
}

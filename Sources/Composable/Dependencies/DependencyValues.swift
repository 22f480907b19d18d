/// The dependencies of a program: values found by key, passed down through tasks, never through arguments.
///
/// A value is one reference: it is cheap to copy, to bind and to capture.
public struct DependencyValues: Sendable {
  /// The values in force; a child task inherits them, an escaping closure does not.
  @TaskLocal public static var current = DependencyValues(storage: DependencyStorage(.init(root: .process)))

  var storage: DependencyStorage

  init(storage: DependencyStorage) {
    self.storage = storage
  }

  /// Values of their own, with nothing remembered from others: what a test, or a second program in one process, begins with.
  ///
  /// What `prepare` sets is also seen by the defaults that are computed from other dependencies.
  public init(context: DependencyContext, prepare: (inout DependencyValues) throws -> Void = { _ in }) rethrows {
    storage = DependencyStorage(.init(root: DependencyRoot(context: context)))
    try prepare(&self)
    storage.root.begin(with: storage.content.overrides)
  }

  /// The value of a dependency: what it was overridden with, else the default of the context, computed once.
  public subscript<Key: TestDependencyKey>(key: Key.Type, fileID: String = #fileID, line: Int = #line) -> Key.Value {
    get {
      if let box = storage.override(of: ObjectIdentifier(key)) { return box.value(of: key) }
      return storage.defaultBox(of: key, readAt: CodeLocation(fileID: fileID, line: line)).value(of: key)
    }
    set {
      storage = storage.changed { $0.overrides[ObjectIdentifier(key)] = DependencyBox<Key>(newValue) }
    }
  }
}

extension DependencyValues {
  /// Whether these are the program's own values, rather than those of a test or a second program.
  package var isOfProcess: Bool { storage.root === DependencyRoot.process }

  /// Runs `body` under these values.
  ///
  /// An actor's closure that is passed to `withValue` itself, which is older than Swift 6, would check its isolation each time.
  func whileCurrent<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.$current.withValue(self, operation: body)
  }

  /// Runs `body` under these values; binds them only where others are in force.
  func whileInForce(_ body: () throws -> Void) rethrows {
    if Self.current.storage === storage { return try body() }
    try Self.$current.withValue(self, operation: body)
  }
}

/// Runs an operation under the current dependencies, or those that a model was made under, changed by `update`.
///
/// Tasks, task groups and models that the operation makes inherit them; an escaping closure does not (`withEscapedDependencies`).
///
/// - Parameter model: Any struct or object with a `@Dependency` property; without one, an issue is reported.
@discardableResult
public func withDependencies<Result>(
  from model: Any = DependencyValues.current,
  fileID: String = #fileID,
  line: Int = #line,
  _ update: (inout DependencyValues) throws -> Void = { _ in },
  operation: () throws -> Result
) rethrows -> Result {
  let values = try DependencyValues.of(model, at: CodeLocation(fileID: fileID, line: line)).updated(by: update)
  return try DependencyValues.$current.withValue(values, operation: operation)
}

/// Runs an asynchronous operation under the current dependencies, or those that a model was made under, changed by `update`.
@discardableResult
public func withDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  from model: Any = DependencyValues.current,
  fileID: String = #fileID,
  line: Int = #line,
  _ update: (inout DependencyValues) throws -> Void = { _ in },
  operation: () async throws -> Result
) async rethrows -> Result {
  let values = try DependencyValues.of(model, at: CodeLocation(fileID: fileID, line: line)).updated(by: update)
  return try await DependencyValues.$current.withValue(values, operation: operation)
}

extension DependencyValues {
  /// These values, changed by `update`; values that it starts anew begin with what it set.
  package func updated(by update: (inout DependencyValues) throws -> Void) rethrows -> DependencyValues {
    var values = self
    try update(&values)
    if values.storage.root !== storage.root {
      values.storage.root.begin(with: values.storage.content.overrides)
    }
    return values
  }
}

/// Sets the defaults of the program, at its entry point, before any of them is read; gives back what `update` returns.
///
/// Under values of their own, as in a test, it sets their defaults and no other's.
@discardableResult
public func prepareDependencies<Result>(
  fileID: String = #fileID,
  line: Int = #line,
  _ update: (inout DependencyValues) throws -> Result
) rethrows -> Result {
  let root = DependencyValues.current.storage.root
  var values = DependencyValues(storage: DependencyStorage(.init(root: root)))
  let read = root.read
  let result = try update(&values)
  let prepared = values.storage
  if prepared.context != root.context { root.context = prepared.context }
  for key in root.prepare(prepared.content.overrides, unless: read) {
    reportIssue(
      """
      '\(key)' was prepared after it was read, and stays what it was.
      Prepare dependencies once, at the entry point of the program, before anything is made that reads them.
      """,
      at: CodeLocation(fileID: fileID, line: line)
    )
  }
  return result
}

/// Lends the dependencies in force to a closure that escapes: it gets them back where it yields.
///
/// ```swift
/// withEscapedDependencies { dependencies in
///   loop.afterwards { dependencies.yield { model.refresh() } }
/// }
/// ```
public func withEscapedDependencies<Result>(_ operation: (EscapedDependencies) throws -> Result) rethrows -> Result {
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

  public func yield<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try DependencyValues.$current.withValue(values, operation: operation)
  }

  public func yield<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await DependencyValues.$current.withValue(values, operation: operation)
  }
}

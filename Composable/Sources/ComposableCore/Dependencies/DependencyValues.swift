/// The dependencies of a program: values found by key, passed down through tasks, never through
/// arguments.
///
/// A value is one reference: it is cheap to copy, to bind and to capture.
public struct DependencyValues: Sendable {
  typealias Overrides = [ObjectIdentifier: any AnyDependencyBox]

  struct Content: Sendable {
    var root: DependencyRoot
    var overrides: Overrides = [:]
    /// Whether the values belong to a feature that was presented or pushed; nil if the mark says
    /// so.
    var isPresented: Bool?
    var presence: PresenceMark?
    var context: DependencyContext?
    /// The place in the code that reads the values, if they belong to one.
    var location: CodeLocation?
  }

  /// The current values. A child task inherits them; an escaping closure does not.
  @usableFromInline @TaskLocal package static var current = DependencyValues(Content(root: .process))

  /// Immutable, so that tasks share it without a lock.
  final class Storage: Sendable {
    let content: Content

    init(_ content: Content) {
      self.content = content
    }
  }

  private(set) var storage: Storage

  init(_ content: Content) {
    storage = Storage(content)
  }

  var content: Content { storage.content }

  /// New values that share no defaults with others, for a test or for a second program in one
  /// process.
  public init(context: DependencyContext) {
    self.init(context: context) { _ in }
  }

  /// New values. Defaults that are computed from other dependencies also see what `prepare` sets.
  public init(context: DependencyContext, prepare: (inout DependencyValues) throws -> Void) rethrows {
    self.init(Content(root: DependencyRoot(context: context)))
    try prepare(&self)
    storage.content.root.begin(with: storage.content.overrides)
  }

  /// The value of a dependency: its override, or the default of the context, which is computed
  /// once.
  public subscript<Key: TestDependencyKey>(key: Key.Type, fileID: String = #fileID, line: Int = #line) -> Key.Value {
    get { override(of: key) ?? defaultBox(of: key, readAt: CodeLocation(fileID: fileID, line: line)).value(of: key) }
    set { change { $0.overrides[ObjectIdentifier(key)] = DependencyBox<Key>(newValue) } }
  }

  func override<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value? {
    storage.content.overrides[ObjectIdentifier(key)]?.value(of: key)
  }

  private func defaultBox<Key: TestDependencyKey>(
    of key: Key.Type,
    readAt location: CodeLocation
  ) -> any AnyDependencyBox {
    let context = context
    return storage.content.root.box(of: ObjectIdentifier(key), in: context) {
      DependencyComputation.run(key, in: storage.content.root, context, readAt: storage.content.location ?? location) {
        Self.$current.withValue(bare) { Key.defaultBox(in: context) }
      }
    }
  }

  /// The values for computing a default: only the root's defaults, so that the order of reads does
  /// not matter.
  private var bare: DependencyValues {
    var bare = DependencyValues(Content(root: storage.content.root, context: storage.content.context))
    if let reporter = Self.current.chosenIssueReporter ?? chosenIssueReporter { bare.issueReporter = reporter }
    return bare
  }
}

extension DependencyValues {
  func isSame(as other: DependencyValues) -> Bool { storage === other.storage }

  /// Changes the values and clears their place in the code.
  mutating func change(_ change: (inout Content) -> Void) {
    var content = storage.content
    content.location = nil
    change(&content)
    storage = Storage(content)
  }

  /// Combines these values, as the current ones, with those that a reader captured when it was
  /// made.
  ///
  /// If the current values are those of the process, the captured ones supply the defaults.
  func above(_ captured: DependencyValues) -> DependencyValues {
    var values = self
    values.change { content in
      if isOfProcess { content.root = captured.content.root }
      content.context = content.context ?? captured.content.context
      content.location = captured.content.location
      content.overrides.merge(captured.content.overrides) { above, _ in above }
    }
    return values
  }

  /// Whether these are the program's own values, rather than those of a test or a second program.
  package var isOfProcess: Bool { storage.content.root === DependencyRoot.process }

  /// Runs `body` with these values as the current ones.
  ///
  /// `withValue` is older than Swift 6: an actor's closure that is passed to it directly checks its
  /// isolation on each call.
  func whileCurrent<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.$current.withValue(self, operation: body)
  }

  /// Runs `body` with these values as the current ones; binds them only if others are.
  @usableFromInline func whileInForce(_ body: () throws -> Void) rethrows {
    if Self.current.isSame(as: self) { return try body() }
    try Self.$current.withValue(self, operation: body)
  }
}

/// Runs an operation with the current dependencies, changed by `update`.
///
/// Tasks and task groups that the operation starts inherit them; an escaping closure does not
/// (`withEscapedDependencies`).
@discardableResult
public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  let values = try DependencyValues.current.updated(by: update)
  return try DependencyValues.$current.withValue(values, operation: operation)
}

/// Runs an asynchronous operation with the current dependencies, changed by `update`.
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
  /// These values, changed by `update`. If that replaces the root, the new one starts with what
  /// `update` has set.
  package func updated(by update: (inout DependencyValues) throws -> Void) rethrows -> DependencyValues {
    var values = self
    try update(&values)
    if values.storage.content.root !== storage.content.root {
      values.storage.content.root.begin(with: values.storage.content.overrides)
    }
    return values
  }
}

/// Sets the defaults of the program. To be called at its entry point, before any of them is read.
/// Returns the result of `update`.
///
/// In a test, or a second program, it sets only the defaults of that.
@discardableResult
public func prepareDependencies<Result>(
  fileID: String = #fileID,
  line: Int = #line,
  _ update: (inout DependencyValues) throws -> Result
) rethrows -> Result {
  let root = DependencyValues.current.content.root
  var values = DependencyValues(DependencyValues.Content(root: root))
  let read = root.read
  let result = try update(&values)
  if values.context != root.context { root.context = values.context }
  for key in root.prepare(values.content.overrides, unless: read) {
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

/// Captures the current dependencies for an escaping closure, which restores them with `yield`.
///
/// ```swift
/// withEscapedDependencies { dependencies in
///   loop.afterwards { dependencies.yield { model.refresh() } }
/// }
/// ```
public func withEscapedDependencies<Result>(_ operation: (EscapedDependencies) throws -> Result) rethrows -> Result {
  try operation(EscapedDependencies())
}

/// Captures the current dependencies for an escaping closure, in an asynchronous operation.
public func withEscapedDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ operation: (EscapedDependencies) async throws -> Result
) async rethrows -> Result {
  try await operation(EscapedDependencies())
}

/// Captured dependencies, for code that continues an operation elsewhere.
public struct EscapedDependencies: Sendable {
  private let values = DependencyValues.current.kept

  /// Runs an operation with the captured dependencies.
  public func yield<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try DependencyValues.$current.withValue(values, operation: operation)
  }

  /// Runs an asynchronous operation with the captured dependencies.
  public func yield<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await DependencyValues.$current.withValue(values, operation: operation)
  }
}

import Synchronization

/// Stores computed defaults. There is one root for the process and one for each test.
///
/// A default is computed once, by its first reader, under a lock; other readers wait.
final class DependencyRoot: Sendable {
  static let process = DependencyRoot(context: .live, prepared: [:])

  private struct Memory {
    var context: DependencyContext
    /// Defaults that were set and replace the computed ones; nil before the root's first use.
    var prepared: DependencyValues.Overrides?
    var computed: [DependencyContext: DependencyValues.Overrides] = [:]
    /// The keys of the defaults that were read: these can no longer be prepared.
    var read: Set<ObjectIdentifier> = []
  }

  private let memory: Mutex<Memory>
  // Only one default is computed at a time in the process, so that two computations that need each
  // other's results cannot deadlock.
  private static let computation = Mutex(())

  init(context: DependencyContext, prepared: DependencyValues.Overrides? = nil) {
    memory = Mutex(Memory(context: context, prepared: prepared))
  }

  var context: DependencyContext {
    get { memory.withLock { $0.context } }
    set { memory.withLock { $0.context = newValue } }
  }

  /// The default of a key in a context; the first read calls `compute`.
  func box(
    of key: ObjectIdentifier,
    in context: DependencyContext,
    compute: () -> any AnyDependencyBox
  ) -> any AnyDependencyBox {
    if let box = remembered(key, context) { return box }
    func computed() -> any AnyDependencyBox {
      let box = compute()
      memory.withLock { memory in
        memory.computed[context, default: [:]][key] = box
        memory.read.insert(key)
      }
      return box
    }
    // If another default is being computed and reads this one, its computation already holds the
    // lock.
    if DependencyComputation.own != nil { return computed() }
    return Self.computation.withLock { _ in remembered(key, context) ?? computed() }
  }

  private func remembered(_ key: ObjectIdentifier, _ context: DependencyContext) -> (any AnyDependencyBox)? {
    memory.withLock { memory in
      guard let box = memory.prepared?[key] ?? memory.computed[context]?[key] else { return nil }
      memory.read.insert(key)
      return box
    }
  }

  /// Makes the overrides of the root's first use its defaults; later ones only override.
  func begin(with overrides: DependencyValues.Overrides) {
    memory.withLock { $0.prepared = $0.prepared ?? overrides }
  }

  var read: Set<ObjectIdentifier> { memory.withLock { $0.read } }

  /// Sets defaults; returns the keys of those that were already read, which stay unchanged.
  func prepare(_ overrides: DependencyValues.Overrides, unless read: Set<ObjectIdentifier>) -> [any Any.Type] {
    memory.withLock { memory in
      memory.prepared = (memory.prepared ?? [:]).merging(overrides.filter { !read.contains($0.key) }) { _, new in new }
      return overrides.filter { read.contains($0.key) }.map(\.value.key)
    }
  }
}

/// The computation of a default that is in progress.
package struct DependencyComputation: Sendable {
  @TaskLocal private static var current: DependencyComputation?

  /// The defaults that are being computed, the innermost last.
  private let keys: [any Any.Type]
  private let root: DependencyRoot
  private let context: DependencyContext
  private let task: Int?
  private let location: CodeLocation

  /// The location of the read that caused the computation.
  package static func location(fileID: String = #fileID, line: Int = #line) -> CodeLocation {
    current?.location ?? CodeLocation(fileID: fileID, line: line)
  }

  /// The caller's own computation; nil in a task that a computation has started.
  static var own: DependencyComputation? { current.flatMap { $0.task == taskIdentity ? $0 : nil } }

  static func run<Result>(
    _ key: any Any.Type,
    in root: DependencyRoot,
    _ context: DependencyContext,
    readAt location: CodeLocation,
    compute: () -> Result
  ) -> Result {
    var keys: [any Any.Type] = []
    if let own, own.root === root, own.context == context {
      keys = own.keys
      let path = (keys + [key]).map { "\($0)" }.joined(separator: " → ")
      precondition(!keys.contains { $0 == key }, "the default of a dependency depends on itself: \(path)")
    }
    let computation = Self(keys: keys + [key], root: root, context: context, task: taskIdentity, location: location)
    return $current.withValue(computation, operation: compute)
  }

  private static var taskIdentity: Int? { withUnsafeCurrentTask { $0?.hashValue } }
}

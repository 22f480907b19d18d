/// Remembers the defaults that were computed: one for the process, one for each test.
///
/// A default is computed once, by its first reader, under a lock; other readers wait.
final class DependencyRoot: Sendable {
  static let process = DependencyRoot(context: .live)

  private struct Memory {
    var context: DependencyContext
    var hasBegun: Bool
    /// Defaults that were set, in place of those that would be computed.
    var prepared: DependencyStorage.Overrides = [:]
    var computed: [DependencySlot: any AnyDependencyBox] = [:]
    /// The keys of the defaults that were read: these can no longer be prepared.
    var read: Set<ObjectIdentifier> = []
  }

  private let memory: TraceableMutex<Memory>
  // One at a time in the process, so that two that need each other's results never wait for each other.
  private static let computation = TraceableMutex(())

  init(context: DependencyContext, hasBegun: Bool = true) {
    memory = TraceableMutex(Memory(context: context, hasBegun: hasBegun))
  }

  var context: DependencyContext {
    get { memory.withLock { $0.context } }
    set { memory.withLock { $0.context = newValue } }
  }

  /// The default of a slot; `compute` is called for the first read.
  func box(in slot: DependencySlot, compute: () -> any AnyDependencyBox) -> any AnyDependencyBox {
    if let box = remembered(slot) { return box }
    // The computation of another default, on whose behalf this one is read, holds the lock already.
    if DependencyComputation.isUnderWay { return remember(slot, compute()) }
    return Self.computation.withLock { _ in remembered(slot) ?? remember(slot, compute()) }
  }

  private func remembered(_ slot: DependencySlot) -> (any AnyDependencyBox)? {
    memory.withLock { memory in
      guard let box = memory.prepared[slot.key] ?? memory.computed[slot] else { return nil }
      memory.read.insert(slot.key)
      return box
    }
  }

  private func remember(_ slot: DependencySlot, _ box: any AnyDependencyBox) -> any AnyDependencyBox {
    memory.withLock { memory in
      memory.computed[slot] = box
      memory.read.insert(slot.key)
    }
    return box
  }

  /// Makes the overrides of its first user defaults; later users only override.
  func begin(with overrides: DependencyStorage.Overrides) {
    memory.withLock { memory in
      if !memory.hasBegun { memory.prepared = overrides }
      memory.hasBegun = true
    }
  }

  var read: Set<ObjectIdentifier> { memory.withLock { $0.read } }

  /// Sets defaults; gives the keys of those that had been read before, which stay what they were.
  func prepare(_ overrides: DependencyStorage.Overrides, unless read: Set<ObjectIdentifier>) -> [any Any.Type] {
    memory.withLock { memory in
      memory.prepared.merge(overrides.filter { !read.contains($0.key) }) { _, new in new }
      return overrides.filter { read.contains($0.key) }.map(\.value.key)
    }
  }
}

/// A key in a context: what a default is remembered under.
struct DependencySlot: Sendable, Hashable {
  let key: ObjectIdentifier
  let context: DependencyContext
}

/// The computation of a default, seen from inside it.
struct DependencyComputation: Sendable {
  @TaskLocal private static var current: DependencyComputation?

  /// The defaults that are being computed, the innermost last.
  private let keys: [any Any.Type]
  private let root: DependencyRoot
  private let context: DependencyContext
  private let task: Int?
  private let location: CodeLocation

  /// Where the read was written that asked for the default.
  static func location(fileID: String = #fileID, line: Int = #line) -> CodeLocation {
    current?.location ?? CodeLocation(fileID: fileID, line: line)
  }

  /// Whether the caller computes a default: a task that was started by a computation does not.
  static var isUnderWay: Bool { own != nil }

  private static var own: DependencyComputation? { current.flatMap { $0.task == taskIdentity ? $0 : nil } }

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

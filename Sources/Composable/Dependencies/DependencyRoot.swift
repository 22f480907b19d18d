/// Remembers the defaults that were computed: one for the process, one for each test.
///
/// A default is computed once, by its first reader; other readers wait, except where waiting would never end.
final class DependencyRoot: Sendable {
  static let process = DependencyRoot(context: .live)

  private let ledger: TraceableMutex<DependencyLedger>

  init(context: DependencyContext, hasBegun: Bool = true) {
    ledger = TraceableMutex(DependencyLedger(context: context, hasBegun: hasBegun))
  }

  var context: DependencyContext {
    get { ledger.withLock { $0.context } }
    set { ledger.withLock { $0.context = newValue } }
  }

  /// The default of a key in a context, in the root's own where none was chosen; `compute` is called for the first read.
  func box(
    of key: any Any.Type,
    in context: DependencyContext?,
    compute: (DependencySlot) -> any AnyDependencyBox
  ) -> any AnyDependencyBox {
    let (slot, settled) = ledger.withLock { ledger in
      let slot = DependencySlot(key: key, context: context ?? ledger.context)
      return (slot, ledger.settled(slot))
    }
    return settled ?? box(in: slot, compute: compute)
  }

  private func box(
    in slot: DependencySlot,
    compute: (DependencySlot) -> any AnyDependencyBox
  ) -> any AnyDependencyBox {
    let asker = DependencyComputation.asker(in: self)
    switch ledger.withLock({ $0.open(slot, for: asker) }) {
    case .settled(let box):
      return box
    case .unsettled(let once):
      let box = once.box { compute(slot) }
      ledger.withLock { $0.settle(slot, with: box, for: asker) }
      return box
    case .circle(let slots):
      let names = slots.map { "\($0.key)" }.joined(separator: " → ")
      preconditionFailure("the default of a dependency depends on itself: \(names)")
    }
  }

  /// Makes the overrides of its first user defaults; later users only override.
  func begin(with overrides: DependencyStorage.Overrides) {
    ledger.withLock { ledger in
      guard !ledger.hasBegun else { return }
      ledger.hasBegun = true
      for box in overrides.values { ledger.prepare(box) }
    }
  }

  /// The defaults that can no longer be prepared.
  var settled: Set<DependencySlot> { ledger.withLock { $0.settled } }

  /// Sets defaults; gives the keys of those that had been settled before, which stay what they were.
  func prepare(_ overrides: DependencyStorage.Overrides, unless settled: Set<DependencySlot>) -> [any Any.Type] {
    ledger.withLock { ledger in
      var refused: [any Any.Type] = []
      for box in overrides.values {
        if box.slots.allSatisfy({ !settled.contains($0) }) {
          ledger.prepare(box)
        } else {
          refused.append(box.key)
        }
      }
      return refused
    }
  }
}

/// A key in a context: what a default is remembered under.
struct DependencySlot: Sendable, Hashable {
  let key: any Any.Type
  let context: DependencyContext

  static func == (left: DependencySlot, right: DependencySlot) -> Bool {
    left.key == right.key && left.context == right.context
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(key))
  }
}

/// The defaults that a root remembers, and which computation waits for which.
struct DependencyLedger {
  enum Opening {
    case settled(any AnyDependencyBox)
    case unsettled(DependencyOnce)
    case circle([DependencySlot])
  }

  private enum Entry {
    case prepared(any AnyDependencyBox)
    case settled(any AnyDependencyBox)
    case unsettled(DependencyOnce)
  }

  var context: DependencyContext
  var hasBegun: Bool
  private var entries: [DependencySlot: Entry] = [:]
  private var waits: [DependencySlot: DependencySlot] = [:]

  init(context: DependencyContext, hasBegun: Bool) {
    self.context = context
    self.hasBegun = hasBegun
  }

  /// The value that was computed or prepared for a slot; from now on it stays.
  mutating func settled(_ slot: DependencySlot) -> (any AnyDependencyBox)? {
    switch entries[slot] {
    case .settled(let box):
      return box
    case .prepared(let box):
      entries[slot] = .settled(box)
      return box
    case .unsettled, nil:
      return nil
    }
  }

  mutating func open(_ slot: DependencySlot, for asker: DependencySlot?) -> Opening {
    if let box = settled(slot) { return .settled(box) }
    let once: DependencyOnce
    if case .unsettled(let begun) = entries[slot] {
      if let asker, let way = way(from: slot, to: asker) { return .circle([asker] + way) }
      once = begun
    } else {
      once = DependencyOnce()
      entries[slot] = .unsettled(once)
    }
    if let asker { waits[asker] = slot }
    return .unsettled(once)
  }

  mutating func settle(_ slot: DependencySlot, with box: any AnyDependencyBox, for asker: DependencySlot?) {
    entries[slot] = .settled(box)
    if let asker { waits[asker] = nil }
  }

  /// Files a default for every context.
  mutating func prepare(_ box: any AnyDependencyBox) {
    for slot in box.slots { entries[slot] = .prepared(box) }
  }

  var settled: Set<DependencySlot> {
    entries.reduce(into: []) { settled, entry in
      if case .prepared = entry.value { return }
      settled.insert(entry.key)
    }
  }

  private func way(from start: DependencySlot, to end: DependencySlot) -> [DependencySlot]? {
    var way = [start]
    while let last = way.last, last != end {
      guard let next = waits[last] else { return nil }
      way.append(next)
    }
    return way
  }
}

/// A default that is computed by its first reader, while the others wait.
final class DependencyOnce: Sendable {
  private let settled = TraceableMutex<(any AnyDependencyBox)?>(nil)

  func box(_ compute: () -> any AnyDependencyBox) -> any AnyDependencyBox {
    settled.withLock { settled in
      if let settled { return settled }
      let box = compute()
      settled = box
      return box
    }
  }
}

/// The computation of a default, seen from inside it.
struct DependencyComputation: Sendable {
  @TaskLocal private static var current: DependencyComputation?

  private let root: DependencyRoot
  private let slot: DependencySlot
  private let task: Int?
  private let location: CodeLocation

  /// Where the read was written that asked for the default.
  static func location(
    fileID: String = #fileID,
    filePath: String = #fileID,
    line: Int = #line,
    column: Int = #column
  ) -> CodeLocation {
    location(else: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  static func location(else here: CodeLocation) -> CodeLocation { current?.location ?? here }

  /// The default that waits for what is read now: a task that was started by its computation does not make it wait.
  static func asker(in root: DependencyRoot) -> DependencySlot? {
    guard let current, current.root === root, current.task == taskIdentity else { return nil }
    return current.slot
  }

  static func run<Result>(
    _ slot: DependencySlot,
    in root: DependencyRoot,
    readAt location: CodeLocation,
    compute: () -> Result
  ) -> Result {
    let computation = DependencyComputation(root: root, slot: slot, task: taskIdentity, location: location)
    return $current.withValue(computation, operation: compute)
  }

  private static var taskIdentity: Int? { withUnsafeCurrentTask { $0?.hashValue } }
}

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

/// What a root remembers, and which computation waits for which.
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

  /// What was computed or prepared for a slot; from now on it stays.
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

/// A default that is computed by the first who asks, while the others wait.
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

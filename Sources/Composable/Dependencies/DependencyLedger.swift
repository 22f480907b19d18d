import Synchronization

/// A key in a context: what a default is remembered under.
struct DependencySlot: Sendable, Hashable {
  let key: any Any.Type
  let context: DependencyContext

  static func == (left: DependencySlot, right: DependencySlot) -> Bool {
    left.key == right.key && left.context == right.context
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(key))
    hasher.combine(context)
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
  private var entries: [DependencySlot: Entry] = [:]
  private var waits: [DependencySlot: DependencySlot] = [:]

  init(context: DependencyContext) {
    self.context = context
  }

  var isUntouched: Bool { entries.isEmpty }

  mutating func open(_ slot: DependencySlot, for asker: DependencySlot?) -> Opening {
    switch entries[slot] {
    case .settled(let box):
      return .settled(box)
    case .prepared(let box):
      entries[slot] = .settled(box)
      return .settled(box)
    case .unsettled(let once):
      if let asker, let circle = way(from: slot, to: asker) { return .circle([asker] + circle) }
      if let asker { waits[asker] = slot }
      return .unsettled(once)
    case nil:
      let once = DependencyOnce()
      entries[slot] = .unsettled(once)
      if let asker { waits[asker] = slot }
      return .unsettled(once)
    }
  }

  mutating func settle(_ slot: DependencySlot, with box: any AnyDependencyBox, for asker: DependencySlot?) {
    entries[slot] = .settled(box)
    if let asker { waits[asker] = nil }
  }

  /// Files a default for every context; false where one was read already.
  mutating func prepare(_ box: any AnyDependencyBox) -> Bool {
    let slots = DependencyContext.allCases.map { DependencySlot(key: box.key, context: $0) }
    let isUnread = slots.allSatisfy { slot in
      switch entries[slot] {
      case nil, .prepared: true
      case .settled, .unsettled: false
      }
    }
    if isUnread {
      for slot in slots { entries[slot] = .prepared(box) }
    }
    return isUnread
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
  private let settled = Mutex<(any AnyDependencyBox)?>(nil)

  func box(_ compute: () -> any AnyDependencyBox) -> any AnyDependencyBox {
    settled.withLock { settled in
      if let settled { return settled }
      let box = compute()
      settled = box
      return box
    }
  }
}

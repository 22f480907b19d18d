import Synchronization

/// Remembers the defaults that were computed: one for the process, one for each test.
///
/// A default is computed once, by whoever reads it first; others wait for it, except where waiting would never end.
final class DependencyRoot: Sendable {
  static let process = DependencyRoot(context: .live)

  private let ledger: Mutex<DependencyLedger>

  init(context: DependencyContext) {
    ledger = Mutex(DependencyLedger(context: context))
  }

  var context: DependencyContext {
    get { ledger.withLock { $0.context } }
    set { ledger.withLock { $0.context = newValue } }
  }

  func box(in slot: DependencySlot, compute: () -> any AnyDependencyBox) -> any AnyDependencyBox {
    let asker = DependencyComputation.asker(in: self)
    switch ledger.withLock({ $0.open(slot, for: asker) }) {
    case .settled(let box):
      return box
    case .unsettled(let once):
      let box = once.box(compute)
      ledger.withLock { $0.settle(slot, with: box, for: asker) }
      return box
    case .circle(let slots):
      let names = slots.map { "\($0.key)" }.joined(separator: " → ")
      preconditionFailure("the default of a dependency depends on itself: \(names)")
    }
  }

  /// Sets defaults before they are read; gives the keys of those that were read already, which stay what they were.
  func prepare(_ overrides: DependencyStorage.Overrides) -> [any Any.Type] {
    ledger.withLock { ledger in overrides.values.filter { !ledger.prepare($0) }.map(\.key) }
  }

  /// Sets defaults of a root that nobody has read yet.
  func adopt(_ overrides: DependencyStorage.Overrides) {
    ledger.withLock { ledger in
      guard ledger.isUntouched else { return }
      for box in overrides.values { _ = ledger.prepare(box) }
    }
  }
}

/// Remembers the defaults that were computed: one for the process, one for each test.
///
/// A default is computed once, by whoever reads it first; others wait for it, except where waiting would never end.
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

  /// The default of a key in a context, in the root's own where none was chosen; `compute` is called where nobody did before.
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

  /// Sets what its first user began with, as defaults; whoever comes later only overrides.
  func begin(with overrides: DependencyStorage.Overrides) {
    ledger.withLock { ledger in
      guard !ledger.hasBegun else { return }
      ledger.hasBegun = true
      for box in overrides.values { ledger.prepare(box) }
    }
  }

  /// The defaults that nobody can prepare any more.
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

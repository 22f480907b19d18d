import ComposableTesting
import Synchronization
import Testing

@testable import ComposableCore

@Suite struct NarrowObservationTests {
  private let journal = Journal()

  fileprivate typealias Observe = @Sendable (Store<Parts, Int>, @escaping @Sendable (Int) -> Void) -> ObserveToken

  private static let ways: [(String, Observe)] = [
    ("of a part", { $0.observe(of: \.left, $1) }),
    ("of the whole of a part's store", { $0.scope(state: \.left, action: .identity).observe(of: \.self, $1) }),
    ("of a part's store", { $0.scope(state: \.left, action: .identity).observe($1) }),
  ]

  @Test(arguments: ways)
  fileprivate func `an observer of a part, or of a part's store, is not called for ten changes of its sibling`(
    way: String,
    observe: @escaping Observe
  ) {
    let store = SteppedStore<Parts, Int>(Parts()) { parts }
    let observation = store.executor.perform { observe(store.store) { [journal] in journal.note("\($0)") } }

    for _ in 0..<10 { store.send(2) }
    #expect(journal.entries == ["0"])
    store.send(1)

    #expect(journal.entries == ["0", "1"])
    withExtendedLifetime(observation) {}
  }

  @Test func `a plain observer of a part that cannot be compared is called after each turn`() {
    let store = SteppedStore<Uncomparable, Int>(Uncomparable()) { Reduce { _, _ in .none } }
    let observation = store.executor.perform {
      store.store.scope(state: \.part, action: .identity).observe { [journal] _ in journal.note("called") }
    }

    for _ in 0..<2 { store.send(1) }

    #expect(journal.entries == ["called", "called", "called"])
    withExtendedLifetime(observation) {}
  }

  @Test(arguments: [1_000, 10_000], [true, false])
  func `one change is one call and one comparison, however many elements there are`(count: Int, isScoped: Bool) {
    let counted = ComparisonCounted()
    let store = SteppedStore<CountedRows, Int>(CountedRows(count: count, counted)) { countedRows }
    let observation = store.executor.perform {
      let observed = isScoped ? store.store.scope(state: \.self, action: .identity) : store.store
      return observed.observe(elements: \.rows) { [journal] id, row in journal.note("\(id) \(row?.value ?? -1)") }
    }
    let calls = journal.entries.count
    let comparisons = counted.comparisons

    store.send(7)

    #expect(calls == count)
    #expect(journal.entries.dropFirst(calls) == ["7 1"])
    #expect(counted.comparisons == comparisons + 1)
    withExtendedLifetime(observation) {}
  }

  @Test func `an observer of elements receives what is added and removed, and no change to an equal element`() {
    let store = SteppedStore<CountedRows, Int>(CountedRows(count: 1, ComparisonCounted())) { countedRows }
    let observation = store.executor.perform {
      store.store.observe(elements: \.rows) { [journal] id, row in journal.note("\(id) \(row?.value ?? -1)") }
    }

    store.send(1)
    store.send(-1)
    store.send(-100)
    store.send(0)

    #expect(journal.entries == ["0 0", "1 1", "1 -1", "0 1"])
    withExtendedLifetime(observation) {}
  }

  @Test func `an observer of an optional part is called when the part changed`() {
    let store = SteppedStore<Maybe, Maybe>(Maybe()) {
      Reduce { state, action in
        state = action
        return .none
      }
    }
    let observation = store.executor.perform {
      let part = store.store.scope(state: \.left, action: CasePath<Maybe, Maybe>.identity) as Store<Int?, Maybe>
      return part.observe { [journal] in journal.note("\($0 ?? 0)") }
    }

    for pair in [Maybe(right: 1), Maybe(left: 1), Maybe(left: 1, right: 1), Maybe(right: 2), Maybe()] {
      store.send(pair)
    }

    #expect(journal.entries == ["0", "1", "0"])
    withExtendedLifetime(observation) {}
  }

  @Test func `a sequence of states has the values that differ, and ends with the store`() async {
    let store = SteppedStore<Parts, Int>(Parts()) { parts }
    var values = store.executor.perform { store.store.states(of: \.left) }.makeAsyncIterator()

    var received = [await values.next()]
    store.send(2)
    store.send(1)
    received.append(await values.next())
    store.drop()
    received.append(await values.next())

    #expect(received == [0, 1, nil])
  }

  @Test func `a sequence of states that is dropped is no observer any more`() {
    let store = SteppedStore<Parts, Int>(Parts()) { parts }
    let reads = Atomic(0)
    do {
      _ = store.executor.perform {
        store.store.states { state in
          reads.add(1, ordering: .relaxed)
          return state.left
        }
      }
    }
    store.executor.drain()

    let before = reads.load(ordering: .relaxed)
    store.send(1)

    #expect(reads.load(ordering: .relaxed) == before)
  }
}

private struct Parts: Equatable, Sendable {
  var left = 0
  var right = 0
}

private struct Maybe: Equatable, Sendable {
  var left: Int?
  var right: Int?
}

private struct Uncomparable: Sendable {
  struct Part: Sendable {}

  var part = Part()
}

/// 1 counts on the left, 2 on the right.
private let parts = Reduce<Parts, Int> { state, action in
  if action == 1 { state.left += 1 } else { state.right += 1 }
  return .none
}

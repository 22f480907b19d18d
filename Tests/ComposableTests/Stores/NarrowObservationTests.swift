import ComposableTesting
import Synchronization
import Testing

@testable import Composable

@Suite struct NarrowObservationTests {
  private let journal = Journal()

  @Test func `an observer of a part is not called for ten changes of its sibling`() {
    let store = SteppedStore<Parts, Int>(Parts()) { parts }
    let observation = store.executor.perform { store.store.observe(of: \.left) { [journal] in journal.note("\($0)") } }

    for _ in 0..<10 { store.send(2) }
    #expect(journal.entries == ["0"])
    store.send(1)

    #expect(journal.entries == ["0", "1"])
    withExtendedLifetime(observation) {}
  }

  @Test func `an observer of a scoped store's part is not called for ten changes of its sibling`() {
    let store = SteppedStore<Parts, Int>(Parts()) { parts }
    let observation = store.executor.perform {
      store.store.scope(state: \.left, action: .identity).observe(of: \.self) { [journal] in journal.note("\($0)") }
    }

    for _ in 0..<10 { store.send(2) }

    #expect(journal.entries == ["0"])
    withExtendedLifetime(observation) {}
  }

  @Test func `a plain observer of a scoped store is not called for ten changes of its sibling`() {
    let store = SteppedStore<Parts, Int>(Parts()) { parts }
    let observation = store.executor.perform {
      store.store.scope(state: \.left, action: .identity).observe { [journal] in journal.note("\($0)") }
    }

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

  @Test func `an observer of a scoped store's elements compares those alone that changed`() {
    let counted = ComparisonCounted()
    let store = SteppedStore<CountedRows, Int>(CountedRows(count: 1_000, counted)) { countedRows }
    let observation = store.executor.perform {
      store.store.scope(state: \.self, action: .identity).observe(elements: \.rows) { _, _ in }
    }
    let comparisons = counted.comparisons

    store.send(7)

    #expect(counted.comparisons == comparisons + 1)
    withExtendedLifetime(observation) {}
  }

  @Test(arguments: [1_000, 10_000])
  func `one change is one call and one comparison, however many elements there are`(count: Int) {
    let counted = ComparisonCounted()
    let store = SteppedStore<CountedRows, Int>(CountedRows(count: count, counted)) { countedRows }
    let observation = store.executor.perform {
      store.store.observe(elements: \.rows) { [journal] id, row in journal.note("\(id) \(row?.value ?? -1)") }
    }
    let calls = journal.entries.count
    let comparisons = counted.comparisons

    store.send(7)

    #expect(calls == count)
    #expect(journal.entries.dropFirst(calls) == ["7 1"])
    #expect(counted.comparisons == comparisons + 1)
    withExtendedLifetime(observation) {}
  }

  @Test func `of a thousand observers of a thousand elements one is called for one change`() {
    let store = SteppedStore<CountedRows, Int>(CountedRows(count: 1_000, ComparisonCounted())) { countedRows }
    let observations = store.executor.perform {
      (0..<1_000).map { id in
        store.store.observe(of: { $0.rows[id: id]?.value }) { [journal] value in journal.note("\(id) \(value ?? -1)") }
      }
    }
    let calls = journal.entries.count

    store.send(7)

    #expect(calls == 1_000)
    #expect(journal.entries.dropFirst(calls) == ["7 1"])
    withExtendedLifetime(observations) {}
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

private struct Uncomparable: Sendable {
  struct Part: Sendable {}

  var part = Part()
}

/// 1 counts on the left, 2 on the right.
private let parts = Reduce<Parts, Int> { state, action in
  if action == 1 { state.left += 1 } else { state.right += 1 }
  return .none
}

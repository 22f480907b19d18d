import ComposableTesting
import Testing

@testable import ComposableCore

@Suite struct ElementObservationTests {
  private let journal = Journal()

  @Test(arguments: [1_000, 10_000])
  func `of the observers of many elements' stores one is called and one compares for one change`(count: Int) {
    let counted = ComparisonCounted()
    let store = SteppedStore<CountedRows, Int>(CountedRows(count: count, counted)) { countedRows }
    let observations = store.executor.perform { (0..<count).map { observe($0, of: store.store) } }
    let calls = journal.entries.count
    let comparisons = counted.comparisons

    store.send(7)

    #expect(calls == count)
    #expect(journal.entries.dropFirst(calls) == ["7 1"])
    #expect(counted.comparisons == comparisons + 1)
    withExtendedLifetime(observations) {}
  }

  // Of few changes the journal knows the elements; of many it knows nothing any more.
  @Test(arguments: [10, 100])
  func `the observers of elements are called in the order in which they began, also when all elements changed`(
    count: Int
  ) {
    let store = SteppedStore<CountedRows, Int>(CountedRows(count: count, ComparisonCounted())) { everyRow }
    let ids = (0..<count).map { $0 * 37 % count }
    let observations = store.executor.perform { ids.map { observe($0, of: store.store) } }

    store.send(1)

    #expect(journal.entries.dropFirst(count) == ids.map { "\($0) 1" }[...])
    withExtendedLifetime(observations) {}
  }

  @Test
  func
    `the observer of an element's store keeps the last that a removed element was, and follows it when it comes back`()
  {
    let store = SteppedStore<CountedRows, Int>(CountedRows(count: 3, ComparisonCounted())) { countedRows }
    let observation = store.executor.perform { observe(1, of: store.store) }

    store.send(1)
    store.send(-1)
    store.send(2)
    #expect(journal.entries == ["1 0", "1 1"])
    store.send(1)
    store.send(1)

    #expect(journal.entries == ["1 0", "1 1", "1 2"])
    withExtendedLifetime(observation) {}
  }

  @Test func `two observers of one element are called until each is dropped, and one of them may drop the other`() {
    let store = SteppedStore<CountedRows, Int>(CountedRows(count: 3, ComparisonCounted())) { countedRows }
    let dropped = Guarded<ObserveToken?>(nil)
    let first = store.executor.perform {
      store.store.scope(state: \.rows, id: 1, action: tapped)?.observe { if $0.value == 2 { dropped.value = nil } }
    }
    dropped.value = store.executor.perform { observe(1, of: store.store) }

    for _ in 0..<3 { store.send(1) }

    #expect(journal.entries == ["1 0", "1 1"])
    withExtendedLifetime(first) {}
  }

  @Test func `what the observer of an element's store sends is a turn that follows`() {
    let store = SteppedStore<CountedRows, Int>(CountedRows(count: 3, ComparisonCounted())) { countedRows }
    let row = StoreHolder<CountedRows.Row, Int>()
    let observation = store.executor.perform {
      row.store = store.store.scope(state: \.rows, id: 1, action: tapped)
      return row.store?.observe { [journal] element in
        if element.value < 2 { row.store?.send(1) }
        journal.note("\(element.value)")
      }
    }

    #expect(journal.entries == ["0", "1", "2"])
    #expect(store.state.rows[id: 1]?.value == 2)
    row.store = nil
    withExtendedLifetime(observation) {}
  }

  @Test func `the store has no observer any more when the last of its elements' observers is dropped`() {
    let store = SteppedStore<CountedRows, Int>(CountedRows(count: 3, ComparisonCounted())) { countedRows }
    var observations = store.executor.perform { (0..<3).map { observe($0, of: store.store) } }
    let core = store.store.core

    let before = store.executor.perform { core?.assumeIsolated { $0.observers.count } }
    store.executor.perform { observations = [] }
    let after = store.executor.perform { core?.assumeIsolated { $0.observers.count } }

    #expect(before == 1)
    #expect(after == 0)
    #expect(observations.isEmpty)
  }

  @Test func `a store that ends forgets the observers of its elements`() {
    let store = SteppedStore<CountedRows, Int>(CountedRows(count: 3, ComparisonCounted())) { countedRows }
    var held: Journal? = Journal()
    weak let kept = held
    let observation = store.executor.perform {
      store.store.scope(state: \.rows, id: 1, action: tapped)?.observe { [held] in held?.note("\($0.value)") }
    }
    held = nil
    #expect(kept?.entries == ["0"])

    store.drop()

    #expect(kept == nil)
    withExtendedLifetime(observation) {}
  }

  private func observe(_ id: Int, of store: Store<CountedRows, Int>) -> ObserveToken? {
    store.scope(state: \.rows, id: id, action: tapped)?.observe { [journal] in journal.note("\(id) \($0.value)") }
  }
}

/// The action that counts in a row.
private let tapped = CasePath<Int, IdentifiedAction<Int, Int>>(
  embed: { action in
    switch action {
    case .element(let id, _): id
    }
  },
  extract: { _ in nil }
)

/// Counts in every row.
private let everyRow = Reduce<CountedRows, Int> { state, action in
  for id in state.rows.ids { state.rows[id: id]?.value += action }
  return .none
}

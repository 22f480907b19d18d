import ComposableCore
import ComposableTesting
import Testing

@Suite struct ObservationTests {
  private let journal = Journal()

  @Test func `an observer is called at once, and after each turn until it is dropped`() {
    let store = adder()
    var observation: ObserveToken? = store.observe { journal.note("\($0)") }

    store.send(1)
    store.send(2)
    store.executor.perform {
      observation = nil
      store.store.send(3)
    }

    #expect(observation == nil)
    #expect(journal.entries == ["0", "1", "3"])
  }

  @Test func `an observation that is dropped outside of the executor ends as soon as the executor can`() {
    let store = adder()
    var observation: ObserveToken? = store.observe { journal.note("\($0)") }

    observation = nil
    store.executor.drain()
    store.send(1)

    #expect(observation == nil)
    #expect(journal.entries == ["0"])
  }

  @Test func `actions that are sent at once are one change for an observer`() {
    let store = SteppedStore<Int, Int>(0) {
      Reduce { state, action in
        state += 1
        return action > 1 ? .send(action - 1) : .none
      }
    }
    let observation = store.observe { journal.note("\($0)") }

    store.send(3)

    #expect(journal.entries == ["0", "3"])
    withExtendedLifetime(observation) {}
  }

  @Test func `an observer's action is a later change, for observers before it and after it`() {
    let store = SteppedStore<Int, Int>(0) {
      Reduce { state, action in
        state = action
        return .none
      }
    }
    let first = store.observe { journal.note("first \($0)") }
    let sender = store.observe { [holder = store.holder] state in if state == 1 { holder.store?.send(0) } }
    let last = store.observe { journal.note("last \($0)") }

    store.send(1)

    #expect(journal.entries == ["first 0", "last 0", "first 1", "last 1", "first 0", "last 0"])
    withExtendedLifetime((first, sender, last)) {}
  }

  @Test func `an observer's action in its first call reaches all observers`() {
    let store = adder()
    let first = store.observe { journal.note("first \($0)") }

    let sender = store.observe { [holder = store.holder] state in
      if state == 0 { holder.store?.send(1) }
      journal.note("sender \(state)")
    }

    #expect(journal.entries == ["first 0", "sender 0", "first 1", "sender 1"])
    withExtendedLifetime((first, sender)) {}
  }

  @Test func `a child action that an observer sends while the parent finishes is handled once, in its turn`() {
    let tree = SteppedStore<Tree.State, Tree.Action>(Tree.State()) {
      Reduce { [journal] _, action in
        journal.note("\(caseName(of: action))")
        return .none
      }
      Tree(holds: HoldLedger())
    }
    let observation = tree.observe { [holder = tree.holder] state in
      if state.leaf?.count == 0 { holder.store?.scope(state: \.leaf, action: .leaf)?.send(.counted) }
    }

    tree.send(.own(Change { $0.leaf = Twig.State(id: 1) }))

    #expect(journal.names == [".own", ".leaf(.counted)"])
    #expect(tree.state.leaf?.count == 1)
    withExtendedLifetime(observation) {}
  }

  @Test func `an observer that another one drops is called no more, not even in the same turn`() {
    let store = adder()
    let dropped = Guarded<ObserveToken?>(nil)
    let first = store.observe { if $0 == 1 { dropped.value = nil } }
    dropped.value = store.observe { journal.note("\($0)") }

    store.send(1)
    store.send(1)

    #expect(journal.entries == ["0"])
    withExtendedLifetime(first) {}
  }

  @Test func `observers are called in the order in which they began, also when many have ended`() {
    let store = adder()
    var observations: [ObserveToken?] = (0..<100).map { number in store.observe { journal.note("\(number) \($0)") } }
    store.executor.perform {
      for number in 0..<100 where number % 9 != 0 { observations[number] = nil }
    }
    observations.append(store.observe { journal.note("100 \($0)") })
    let calls = journal.entries.count

    store.send(1)

    let last = Array(journal.entries.dropFirst(calls))
    #expect(last == stride(from: 0, to: 100, by: 9).map { "\($0) 1" } + ["100 1"])
  }

  @Test func `an observer that holds another observation is forgotten together with it`() {
    let store = adder()
    var observation: ObserveToken? = store.observe { [journal, other = store.observe { journal.note("inner \($0)") }] in
      journal.note("outer \($0)")
      withExtendedLifetime(other) {}
    }

    store.executor.perform { observation = nil }
    store.send(1)

    #expect(observation == nil)
    #expect(journal.entries == ["inner 0", "outer 0"])
  }

  @Test func `the observer of a part gets the part, and is not called when it is gone`() {
    let tree = SteppedStore(Tree.State(leaf: Twig.State(id: 1))) { Tree(holds: HoldLedger()) }
    let observation = tree.executor.perform {
      tree.store.scope(state: \.leaf, action: .leaf)?.observe { journal.note("\($0.count)") }
    }

    tree.send(.leaf(.counted))
    tree.send(.own(Change { $0.leaf = nil }))

    #expect(journal.entries == ["0", "1"])
    withExtendedLifetime(observation) {}
  }

  @Test func `an observer sees the store's dependencies`() {
    let store = SteppedStore<Int, Int>(0) {
      EmptyReducer()
    } withDependencies: {
      $0.shelf.books = 9
    }
    let observation = store.observe { _ in
      @Dependency(\.shelf) var shelf
      journal.note("\(shelf.books)")
    }

    store.send(1)

    #expect(journal.entries == ["9", "9"])
    withExtendedLifetime(observation) {}
  }

  private func adder() -> SteppedStore<Int, Int> {
    SteppedStore(0) {
      Reduce { state, action in
        state += action
        return .none
      }
    }
  }
}

extension SteppedStore {
  fileprivate func observe(_ observer: @escaping @Sendable (State) -> Void) -> ObserveToken {
    executor.perform { store.observe(observer) }
  }

  /// Keeps the store for closures that must be Sendable.
  fileprivate var holder: StoreHolder<State, Action> {
    let holder = StoreHolder<State, Action>()
    holder.store = store
    return holder
  }
}

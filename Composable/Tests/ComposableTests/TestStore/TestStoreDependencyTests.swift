import ComposableCore
import ComposableExtras
import ComposableTesting
import Testing

@Suite struct TestStoreDependencyTests {
  @Test func `an override on the store is seen by its reducer and by its effects`() {
    let store = asking { $0.identifiers = .constant(7) }

    store.send(.now) { $0.id = 7 }
    store.send(.later)
    store.receive(.received(7)) { $0.id = 107 }
  }

  @Test func `an override on the reducer yields to none of the store's`() {
    let store = TestStore(initialState: Asking.State()) {
      Asking().dependency(\.identifiers, .constant(8))
    } withDependencies: {
      $0.identifiers = .constant(7)
    }

    store.send(.now) { $0.id = 8 }
    store.send(.later)
    store.receive(.received(8)) { $0.id = 108 }
  }

  @Test func `an override around the making of the store holds in it`() {
    let store = withDependencies {
      $0.identifiers = .constant(9)
    } operation: {
      asking()
    }

    store.send(.now) { $0.id = 9 }
  }

  @Test(.dependencies { $0.identifiers = .constant(6) }) func `the dependencies of the test hold in its stores`() {
    let store = asking()

    store.send(.now) { $0.id = 6 }
  }

  @Test func `a clock that the test chose is not replaced by the store's own`() {
    let immediate = withDependencies {
      $0.clock = ImmediateClock()
    } operation: {
      tally()
    }

    immediate.send(.after(.seconds(1), [.up]))
    immediate.receive(.up) { $0.count = 1 }
    immediate.finish()
  }

  @Test func `a store that gets the dependencies of another one keeps its executor`() {
    let other = tally()
    let store = TestStore(initialState: nil as ObjectIdentifier?) {
      Reduce<ObjectIdentifier?, Bool> { state, _ in
        @Dependency(\.executor) var executor
        state = executor.map { ObjectIdentifier($0) }
        return .none
      }
    }

    store.dependencies = other.dependencies

    store.send(true) { $0 = ObjectIdentifier(store.executor) }
  }

  @Test func `a test store runs on the executor of the test clock that it is given`() {
    let clock = TestClock()
    let store = TestStore(initialState: Tally.State()) {
      Tally()
    } withDependencies: {
      $0.clock = clock
    }

    store.send(.after(.seconds(1), [.after(.seconds(1), [.up])]))
    clock.advance(by: .seconds(2))

    #expect(store.clock === clock && store.executor.isIdle)
    store.receive(.after(.seconds(1), [.up]))
    store.receive(.up) { $0.count = 1 }
  }

  @Test func `a test store runs on the executor that it is given, whichever clock it has`() {
    let executor = SteppedExecutor()
    let store = TestStore(initialState: Tally.State(), executor: executor) {
      Tally()
    } withDependencies: {
      $0.clock = TestClock()
    }

    #expect(store.executor === executor)
  }

  @Test func `a dependency that is changed midway counts from the next action on`() {
    let store = asking { $0.identifiers = .constant(1) }

    store.send(.now) { $0.id = 1 }
    store.dependencies.identifiers = .constant(2)
    store.send(.now) { $0.id = 2 }
    store.withDependencies {
      $0.identifiers = .constant(3)
    } operation: {
      _ = store.send(.now) { $0.id = 3 }
    }
    store.send(.now) { $0.id = 2 }
  }

  @Test func `a dependency that is changed midway is seen by the next effect, not by one that has begun`() {
    let store = asking { $0.identifiers = .constant(1) }

    store.send(.afterASecond)
    store.dependencies.identifiers = .constant(2)
    store.send(.afterASecond)
    store.clock.advance(by: .seconds(1))

    store.receive(.received(1)) { $0.id = 101 }
    store.receive(.received(2)) { $0.id = 102 }
  }

  @Test func `a dependency that is bound early is seen by the initial state and by assertions`() {
    let store = asking { $0.identifiers = .constant(5) }

    #expect(store.state.first == 5)
    store.send(.now) {
      @Dependency(\.identifiers) var identifiers
      $0.id = identifiers()
      #expect(Asking.State().first == 5)
    }
  }

  @Test func `an assertion sees dependencies that were changed midway`() {
    let store = asking { $0.identifiers = .constant(5) }

    store.dependencies.identifiers = .constant(6)

    store.send(.now) { $0.id = DependencyValues.current.identifiers() }
    #expect(store.state.id == 6)
  }

  @Test func `the dependencies are prepared once, then the state and the reducer are made, in the test context`() {
    let journal = Journal()
    func note(_ part: String) -> Int {
      journal.note("\(part) \(DependencyValues.current.context)")
      return 0
    }

    let store = TestStore<Int, Bool>(initialState: note("state")) {
      let _ = note("reducer")
      EmptyReducer()
    } withDependencies: { values in
      journal.note("dependencies \(values.context)")
    }
    for action in [true, false] { store.send(action) }

    #expect(journal.entries == ["dependencies test", "state test", "reducer test"])
  }

  @Test func `the defaults of one test store share nothing with the next`() {
    for _ in 0..<2 {
      let store = asking()
      store.send(.now) { $0.id = 2 }
    }
  }

  private func asking(_ prepare: (inout DependencyValues) -> Void = { _ in }) -> TestStore<Asking.State, Asking.Action>
  {
    TestStore(initialState: Asking.State(), reducer: { Asking() }, withDependencies: prepare)
  }
}

/// A feature that asks its dependencies for an identifier.
private struct Asking: Reducer {
  struct State: Equatable, Sendable {
    var id = 0
    let first = DependencyValues.current.identifiers()
  }

  enum Action: Equatable, Sendable {
    case now
    case later
    case afterASecond
    case received(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .now: state.id = DependencyValues.current.identifiers()
    case .later: return .run { send in await send(.received(DependencyValues.current.identifiers())) }
    case .afterASecond:
      return .run { send in
        try await DependencyValues.current.clock.sleep(for: .seconds(1))
        await send(.received(DependencyValues.current.identifiers()))
      }
    case .received(let id): state.id = id + 100
    }
    return .none
  }
}

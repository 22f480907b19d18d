import ComposableCore
import ComposableTesting
import Testing

@Suite struct StackIDTests {
  @Test func `pushes and appends give ascending ids`() {
    let store = TestStore(initialState: StackFeature.State()) { StackFeature() }

    store.send(.floors(.push(id: 0, state: .child()))) { $0.floors.append(.child()) }
    store.send(.raised(.child())) { $0.floors.append(.child()) }
    store.send(.floors(.push(id: 2, state: .child()))) { $0.floors.append(.child()) }
    store.send(.lowered) { $0.floors.removeLast() }
    store.send(.raised(.child())) { $0.floors.append(.child()) }

    #expect(store.state.floors.ids == [0, 1, 3])
  }

  @Test func `an id may be pushed again after its element was popped`() {
    let store = TestStore(initialState: StackFeature.State(floors: [.child()])) { StackFeature() }

    store.send(.floors(.popFrom(id: 0))) { $0.floors.removeAll() }
    store.send(.floors(.push(id: 0, state: .child(count: 3)))) {
      $0.floors = withFreshIDs { [.child(count: 3)] }
    }

    #expect(store.state.floors.ids == [0])
  }

  @Test func `a closure names the id of an element that it expects`() {
    let store = TestStore(initialState: StackFeature.State()) { StackFeature() }

    store.send(.raised(.child(count: 3))) { $0.floors[id: 0] = .child(count: 3) }
    store.send(.raised(.child())) {
      $0.floors[id: 1] = .child()
      $0.floors[id: 0] = .child(count: 3)
    }
    let issues = withIssues {
      let store = TestStore(initialState: StackFeature.State()) { StackFeature() }
      store.send(.raised(.child())) { $0.floors[id: 9] = .child() }
    }

    #expect(issues.count == 1)
  }

  @Test func `another id than the element's shows in the difference`() {
    let issues = withIssues {
      let store = TestStore(initialState: StackFeature.State()) { StackFeature() }
      store.send(.raised(.child())) {
        $0.floors.append(.child())
        $0.floors.removeLast()
        $0.floors.append(.child())
      }
    }

    let message = issues.first?.message ?? ""
    #expect(issues.count == 1)
    #expect(message.contains("\n−     #1: .child("))
    #expect(message.contains("\n+     #0: .child("))
  }

  @Test func `a stack that was made outside of the store takes new elements under new ids`() {
    let saved: StackState<Floor.State> = withFreshIDs { [.child(id: 1), .child(id: 2), .child(id: 3)] }
    let store = TestStore(initialState: StackFeature.State(floors: saved)) { StackFeature() }

    store.send(.raised(.child(id: 4))) { $0.floors.append(.child(id: 4)) }
    store.send(.floors(.popFrom(id: 1))) { $0.floors.removeLast(3) }
    store.send(.raised(.child(id: 5))) { $0.floors.append(.child(id: 5)) }

    #expect(store.state.floors.ids == [0, 4])
  }

  @Test func `a stack that is made before its store has the ids of one that is made in it`() {
    for _ in 1...2 {
      let state = StackFeature.State(floors: StackState([.child(id: 1), .child(id: 2)]))
      #expect(state.floors.ids == [0, 1])
      let store = TestStore(initialState: state) { StackFeature() }

      store.send(.raised(.child(id: 3))) { $0.floors.append(.child(id: 3)) }
      store.send(.lowered) { $0.floors.removeLast() }
      store.send(.raised(.child(id: 4))) { $0.floors.append(.child(id: 4)) }

      #expect(store.state.floors.ids == [0, 1, 3])
    }
  }

  @Test func `outside of a store an id is not given again by its stack`() {
    var stack = StackState(["a", "b"])

    stack.removeLast()
    stack.append("c")
    #expect(stack.ids == [0, 2])
    stack.removeAll()
    stack.append("d")
    #expect(stack.ids == [3])
  }

  @Test func `an element that was there before the store can be popped and pushed again`() {
    let store = TestStore(initialState: saved) { StackFeature() }

    store.send(.floors(.popFrom(id: 1))) { $0.floors.removeLast() }
    store.send(.floors(.push(id: 1, state: .child(id: 3)))) { $0.floors[id: 1] = .child(id: 3) }

    #expect(store.state.floors.ids == [0, 1])
  }

  @Test func `a stack that replaces one from before the store does not inherit its effects`() {
    let tower = StackFeature(rule: { state, action in
      if action == .cleared { state.floors = StackState([.child(id: 7)]) }
      return .none
    })
    let executor = SteppedExecutor()
    let store = SteppedStore<StackFeature.State, StackFeature.Action>(saved, executor: executor) {
      tower
    } withDependencies: {
      $0.clock = TestClock(executor: executor)
    }
    for id in saved.floors.ids.reversed() { store.send(.floors(.element(id: id, action: .child(.timerStarted)))) }
    #expect(store.effectCount == 2)

    store.send(.cleared)

    #expect(store.state.floors.ids == [2])
    #expect(store.effectCount == 0)
  }

  private let saved = StackFeature.State(floors: StackState([.child(id: 1), .child(id: 2)]))

  @Test func `a live store counts by itself, and from the beginning`() {
    let executor = SteppedExecutor()
    let store = executor.perform {
      let store = Store(initialState: StackFeature.State(floors: [.child()]), executor: executor) { StackFeature() }
      store.send(.raised(.child()))
      return store
    }

    let ids = executor.perform { store.state.floors.ids }
    #expect(ids == [0, 1])
  }
}

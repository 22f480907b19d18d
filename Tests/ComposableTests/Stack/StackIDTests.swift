import Composable
import ComposableTesting
import Testing

@Suite struct StackIDTests {
  @Test func `pushes and appends give ascending ids`() {
    let store = TestStore(initialState: Tower.State()) { Tower() }

    store.send(.floors(.push(id: 0, state: .guest()))) { $0.floors.append(.guest()) }
    store.send(.raised(.guest())) { $0.floors.append(.guest()) }
    store.send(.floors(.push(id: 2, state: .guest()))) { $0.floors.append(.guest()) }
    store.send(.lowered) { $0.floors.removeLast() }
    store.send(.raised(.guest())) { $0.floors.append(.guest()) }

    #expect(store.state.floors.ids == [0, 1, 3])
  }

  @Test func `an id may be pushed again after its element was popped`() {
    let store = TestStore(initialState: Tower.State(floors: [.guest()])) { Tower() }

    store.send(.floors(.popFrom(id: 0))) { $0.floors.removeAll() }
    store.send(.floors(.push(id: 0, state: .guest(count: 3)))) {
      $0.floors = withFreshIDs { [.guest(count: 3)] }
    }

    #expect(store.state.floors.ids == [0])
  }

  @Test func `ids that a test gives in a closure are those of the step, and are not consumed`() {
    let tower = Tower(rule: { state, action in
      guard action == .cleared else { return .none }
      state.floors.append(.guest(id: 1))
      return .merge(.send(.raised(.guest(id: 2))), .send(.raised(.guest(id: 3))))
    })
    let store = TestStore(initialState: Tower.State()) { tower }

    store.send(.cleared) { $0.floors.append(.guest(id: 1)) }
    store.receive(.raised(.guest(id: 2))) { $0.floors.append(.guest(id: 2)) }
    store.receive(.raised(.guest(id: 3))) { $0.floors.append(.guest(id: 3)) }
    store.send(.raised(.guest(id: 4))) { $0.floors.append(.guest(id: 4)) }

    #expect(store.state.floors.ids == [0, 1, 2, 3])
  }

  @Test func `another id than the element's shows in the difference`() {
    let issues = withIssues {
      let store = TestStore(initialState: Tower.State()) { Tower() }
      store.send(.raised(.guest())) {
        $0.floors.append(.guest())
        $0.floors.removeLast()
        $0.floors.append(.guest())
      }
    }

    let message = issues.first?.message ?? ""
    #expect(issues.count == 1)
    #expect(message.contains("\n−     #1: .guest("))
    #expect(message.contains("\n+     #0: .guest("))
  }

  @Test func `a stack that was made outside of the store takes new elements under new ids`() {
    let saved: StackState<Floor.State> = withFreshIDs { [.guest(id: 1), .guest(id: 2), .guest(id: 3)] }
    let store = TestStore(initialState: Tower.State(floors: saved)) { Tower() }

    store.send(.raised(.guest(id: 4))) { $0.floors.append(.guest(id: 4)) }
    store.send(.floors(.popFrom(id: 1))) { $0.floors.removeLast(3) }
    store.send(.raised(.guest(id: 5))) { $0.floors.append(.guest(id: 5)) }

    #expect(store.state.floors.ids == [0, 4])
  }

  @Test func `two stores count by themselves`() {
    let first = TestStore(initialState: Tower.State(floors: [.guest()])) { Tower() }
    let second = TestStore(initialState: Tower.State(floors: [.guest()])) { Tower() }

    first.send(.raised(.guest())) { $0.floors.append(.guest()) }
    second.send(.raised(.guest())) { $0.floors.append(.guest()) }

    #expect(first.state.floors.ids == [0, 1])
    #expect(second.state.floors.ids == [0, 1])
  }

  @Test func `a live store counts by itself, and from the beginning`() {
    let executor = SteppedExecutor()
    let store = executor.perform {
      let store = Store(initialState: Tower.State(floors: [.guest()]), executor: executor) { Tower() }
      store.send(.raised(.guest()))
      return store
    }

    let ids = executor.perform { store.state.floors.ids }
    #expect(ids == [0, 1])
  }
}

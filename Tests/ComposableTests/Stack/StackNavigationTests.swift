import Composable
import ComposableTesting
import Testing

@Suite struct StackNavigationTests {
  let journal = Journal()

  @Test func `an element is presented by being appended, and acts under its id`() {
    let store = TestStore(initialState: Tower.State()) { Tower() }

    store.send(.raised(.guest())) { $0.floors.append(.guest()) }
    store.send(.raised(.guest(id: 1))) { $0.floors.append(.guest(id: 1)) }
    store.send(.floors(.element(id: 1, action: .guest(.counted)))) { $0.floors[1] = .guest(id: 1, count: 1) }
    store.send(.floors(.element(id: 0, action: .guest(.counted)))) { $0.floors[0] = .guest(count: 1) }

    #expect(store.state.floors.ids == [0, 1])
  }

  @Test func `a parent that removes the last element ends its effects in the same turn`() {
    let store = standing([.guest(id: 1), .guest(id: 2)])

    store.send(.floors(.element(id: 0, action: .guest(.settled))))
    store.send(.floors(.element(id: 1, action: .guest(.settled))))
    store.send(.lowered) { $0.floors.removeLast() }
    #expect(journal.entries == ["+guest 1", "+guest 2", "-guest 2"])
    store.send(.lowered) { $0.floors.removeLast() }

    #expect(journal.entries == ["+guest 1", "+guest 2", "-guest 2", "-guest 1"])
  }

  @Test func `popping from the first clears the stack and ends every effect`() {
    let store = standing([.guest(id: 1), .room(Room.State(id: 2)), .guest(id: 3)])

    store.send(.floors(.element(id: 0, action: .guest(.settled))))
    store.send(.floors(.element(id: 1, action: .room(.settled))))
    store.send(.floors(.element(id: 2, action: .guest(.settled))))
    store.send(.floors(.popFrom(id: 0))) { $0.floors.removeAll() }

    #expect(journal.entries == ["+guest 1", "+room 2", "+guest 3", "-guest 1", "-room 2", "-guest 3"])
  }

  @Test func `a parent that pops to the root ends every effect`() {
    let store = standing([.guest(id: 1), .guest(id: 2)])

    store.send(.floors(.element(id: 0, action: .guest(.settled))))
    store.send(.floors(.element(id: 1, action: .guest(.timerStarted))))
    store.send(.razed) { $0.floors.removeAll() }

    #expect(journal.entries == ["+guest 1", "-guest 1"])
    #expect(store.clock.sleepers == 0)
  }

  @Test func `popping an element ends also what its presented child holds`() {
    let store = standing([.room(Room.State(id: 1, guest: Guest.State(id: 2)))])

    store.send(.floors(.element(id: 0, action: .room(.guest(.presented(.settled))))))
    store.send(.floors(.popFrom(id: 0))) { $0.floors.removeAll() }

    #expect(journal.entries == ["+guest 2", "-guest 2"])
  }

  @Test func `the parent sees an element that is popped as it was last`() {
    let tower = Tower(rule: { state, action in
      if case .floors(.popFrom(let id)) = action { state.count = state.floors[id: id, case: .guest]?.count ?? -1 }
      return .none
    })
    let store = TestStore(initialState: Tower.State(floors: [.guest(count: 4)])) { tower }

    store.send(.floors(.popFrom(id: 0))) {
      $0.floors.removeAll()
      $0.count = 4
    }
  }

  @Test func `the parent sees an element that is pushed`() {
    let tower = Tower(rule: { state, action in
      if case .floors(.push(let id, _)) = action { state.count = state.floors[id: id, case: .guest]?.count ?? -1 }
      return .none
    })
    let store = TestStore(initialState: Tower.State()) { tower }

    store.send(.floors(.push(id: 0, state: .guest(count: 4)))) {
      $0.floors.append(.guest(count: 4))
      $0.count = 4
    }
  }

  @Test func `each element's effects run for it alone`() {
    let store = standing([.guest(id: 1), .guest(id: 2)])

    store.send(.floors(.element(id: 0, action: .guest(.timerStarted))))
    store.clock.advance(by: .milliseconds(500))
    store.send(.floors(.element(id: 1, action: .guest(.timerStarted))))
    store.clock.advance(by: .milliseconds(500))
    store.receive(.floors(.element(id: 0, action: .guest(.ticked)))) { $0.floors[0] = .guest(id: 1, count: 1) }
    store.clock.advance(by: .milliseconds(500))
    store.receive(.floors(.element(id: 1, action: .guest(.ticked)))) { $0.floors[1] = .guest(id: 2, count: 1) }
    store.send(.floors(.popFrom(id: 1))) { $0.floors.removeLast() }
    #expect(store.clock.sleepers == 1)
    store.send(.floors(.popFrom(id: 0))) { $0.floors.removeLast() }

    #expect(store.clock.sleepers == 0)
  }

  @Test func `an effect's action reaches its element after the first element was removed`() {
    let tower = Tower(rule: { state, action in
      if action == .cleared { state.floors.removeFirst() }
      return .none
    })
    let store = TestStore(initialState: Tower.State(floors: [.guest(id: 1), .guest(id: 2)])) { tower }

    store.send(.floors(.element(id: 1, action: .guest(.timerStarted))))
    store.send(.cleared) { $0.floors.removeFirst() }
    store.clock.advance(by: .seconds(1))
    store.receive(.floors(.element(id: 1, action: .guest(.ticked)))) { $0.floors[0] = .guest(id: 2, count: 1) }
    store.send(.razed) { $0.floors.removeAll() }
  }

  @Test func `an element's effect that lives at the end of a test is a failure where it was sent`() {
    let line = #line + 3
    let issues = withIssues {
      let store = standing([.guest()])
      store.send(.floors(.element(id: 0, action: .guest(.settled))))
    }

    #expect(issues.map(\.location.line) == [line])
  }

  @Test func `an element that changes its case ends the effects of the case`() {
    let tower = Tower(
      journal: journal,
      rule: { state, action in
        if action == .cleared { state.floors[0] = .room(Room.State()) }
        return .none
      }
    )
    let store = TestStore(initialState: Tower.State(floors: [.guest()])) { tower }

    store.send(.floors(.element(id: 0, action: .guest(.settled))))
    store.send(.cleared) { $0.floors[0] = .room(Room.State()) }

    #expect(journal.entries == ["+guest 0", "-guest 0"])
  }

  private func standing(_ floors: [Floor.State]) -> TestStore<Tower.State, Tower.Action> {
    TestStore(initialState: Tower.State(floors: StackState(floors))) { Tower(journal: journal) }
  }
}

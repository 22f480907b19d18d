import ComposableCore
import ComposableTesting
import Testing

@Suite struct StackNavigationTests {
  let journal = Journal()

  @Test func `an element is presented by being appended, and acts under its id`() {
    let store = TestStore(initialState: StackFeature.State()) { StackFeature() }

    store.send(.raised(.child())) { $0.floors.append(.child()) }
    store.send(.raised(.child(id: 1))) { $0.floors.append(.child(id: 1)) }
    store.send(.floors(.element(id: 1, action: .child(.counted)))) { $0.floors[1] = .child(id: 1, count: 1) }
    store.send(.floors(.element(id: 0, action: .child(.counted)))) { $0.floors[0] = .child(count: 1) }

    #expect(store.state.floors.ids == [0, 1])
  }

  @Test func `a parent that removes the last element or all ends their effects in the same turn`() {
    let store = standing([.child(id: 1), .child(id: 2), .child(id: 3)])

    for id in store.state.floors.ids { store.send(.floors(.element(id: id, action: .child(.settled)))) }
    store.send(.lowered) { $0.floors.removeLast() }
    #expect(journal.entries.dropFirst(3) == ["-child 3"])
    store.send(.razed) { $0.floors.removeAll() }

    #expect(journal.entries.dropFirst(4) == ["-child 1", "-child 2"])
  }

  @Test func `popping from the first clears the stack and ends every effect, also of presented children`() {
    let store = standing([.child(id: 1), .parent(ParentFeature.State(id: 2, child: ChildFeature.State(id: 3)))])

    store.send(.floors(.element(id: 0, action: .child(.settled))))
    store.send(.floors(.element(id: 1, action: .parent(.settled))))
    store.send(.floors(.element(id: 1, action: .parent(.child(.presented(.settled))))))
    store.send(.floors(.popFrom(id: 0))) { $0.floors.removeAll() }

    #expect(journal.entries == ["+child 1", "+parent 2", "+child 3", "-child 1", "-parent 2", "-child 3"])
  }

  @Test func `the parent sees an element that is popped as it was last`() {
    let tower = StackFeature(rule: { state, action in
      if case .floors(.popFrom(let id)) = action { state.count = state.floors[id: id, case: .child]?.count ?? -1 }
      return .none
    })
    let store = TestStore(initialState: StackFeature.State(floors: [.child(count: 4)])) { tower }

    store.send(.floors(.popFrom(id: 0))) {
      $0.floors.removeAll()
      $0.count = 4
    }
  }

  @Test func `the parent sees an element that is pushed`() {
    let tower = StackFeature(rule: { state, action in
      if case .floors(.push(let id, _)) = action { state.count = state.floors[id: id, case: .child]?.count ?? -1 }
      return .none
    })
    let store = TestStore(initialState: StackFeature.State()) { tower }

    store.send(.floors(.push(id: 0, state: .child(count: 4)))) {
      $0.floors.append(.child(count: 4))
      $0.count = 4
    }
  }

  @Test func `each element's effects run for it alone`() {
    let store = standing([.child(id: 1), .child(id: 2)])

    store.send(.floors(.element(id: 0, action: .child(.timerStarted))))
    store.clock.advance(by: .milliseconds(500))
    store.send(.floors(.element(id: 1, action: .child(.timerStarted))))
    store.clock.advance(by: .milliseconds(500))
    store.receive(.floors(.element(id: 0, action: .child(.ticked)))) { $0.floors[0] = .child(id: 1, count: 1) }
    store.clock.advance(by: .milliseconds(500))
    store.receive(.floors(.element(id: 1, action: .child(.ticked)))) { $0.floors[1] = .child(id: 2, count: 1) }
    store.send(.floors(.popFrom(id: 1))) { $0.floors.removeLast() }
    #expect(store.clock.sleepers == 1)
    store.send(.floors(.popFrom(id: 0))) { $0.floors.removeLast() }

    #expect(store.clock.sleepers == 0)
  }

  @Test func `an effect's action reaches its element after the first element was removed`() {
    let tower = StackFeature(rule: { state, action in
      if action == .cleared { state.floors.removeFirst() }
      return .none
    })
    let store = TestStore(initialState: StackFeature.State(floors: [.child(id: 1), .child(id: 2)])) { tower }

    store.send(.floors(.element(id: 1, action: .child(.timerStarted))))
    store.send(.cleared) { $0.floors.removeFirst() }
    store.clock.advance(by: .seconds(1))
    store.receive(.floors(.element(id: 1, action: .child(.ticked)))) { $0.floors[0] = .child(id: 2, count: 1) }
    store.send(.razed) { $0.floors.removeAll() }
  }

  @Test func `an element that changes its case ends the effects of the case`() {
    let tower = StackFeature(
      journal: journal,
      rule: { state, action in
        if action == .cleared { state.floors[0] = .parent(ParentFeature.State()) }
        return .none
      }
    )
    let store = TestStore(initialState: StackFeature.State(floors: [.child()])) { tower }

    store.send(.floors(.element(id: 0, action: .child(.settled))))
    store.send(.cleared) { $0.floors[0] = .parent(ParentFeature.State()) }

    #expect(journal.entries == ["+child 0", "-child 0"])
  }

  @Test func `a stack that is replaced by an earlier copy of itself ends the effects of what the copy lacks`() {
    let tower = StackFeature(
      journal: journal,
      rule: { state, action in
        if action == .cleared { state.floors = [] }
        return .none
      }
    )
    let store = TestStore(initialState: StackFeature.State(floors: [.child(id: 1)])) { tower }

    store.send(.floors(.element(id: 0, action: .child(.settled))))
    store.send(.cleared) { $0.floors = [] }
    store.send(.raised(.child(id: 2))) { $0.floors.append(.child(id: 2)) }

    #expect(store.state.floors.ids == [1])
    #expect(journal.entries == ["+child 1", "-child 1"])
  }

  @Test func `elements cancel neither each other's effects nor their parent's, and the parent cancels all`() {
    let store = standing([.child(), .child()])

    store.send(.timerStarted)
    for id in store.state.floors.ids { store.send(.floors(.element(id: id, action: .child(.timerStarted)))) }
    #expect(store.clock.sleepers == 3)
    store.send(.floors(.element(id: 0, action: .child(.timerStopped))))
    #expect(store.clock.sleepers == 2)
    store.send(.floors(.element(id: 1, action: .child(.timerRestarted))))
    #expect(store.clock.sleepers == 2)
    store.send(.timerStopped)

    #expect(store.clock.sleepers == 0)
  }

  private func standing(_ floors: [Floor.State]) -> TestStore<StackFeature.State, StackFeature.Action> {
    TestStore(initialState: StackFeature.State(floors: StackState(floors))) { StackFeature(journal: journal) }
  }
}

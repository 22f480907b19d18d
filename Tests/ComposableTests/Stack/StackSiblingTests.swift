import Composable
import ComposableTesting
import Testing

@Suite struct StackSiblingTests {
  let journal = Journal()

  @Test func `a sibling that reduces earlier and removes an element ends its effects at once`() {
    let tower = StackFeature(journal: journal, before: Self.clearing)
    let store = TestStore(initialState: StackFeature.State(floors: [.child()])) { tower }

    store.send(.floors(.element(id: 0, action: .child(.settled))))
    store.send(.cleared) { $0.floors.removeAll() }

    #expect(journal.entries == ["+child 0", "-child 0"])
  }

  @Test func `a sibling that reduces later and removes an element ends its effects at once`() {
    let tower = StackFeature(journal: journal, after: Self.clearing)
    let store = TestStore(initialState: StackFeature.State(floors: [.child()])) { tower }

    store.send(.floors(.element(id: 0, action: .child(.settled))))
    store.send(.cleared) { $0.floors.removeAll() }

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

  @Test func `elements do not cancel each other's effects`() {
    let store = TestStore(initialState: StackFeature.State(floors: [.child(), .child()])) { StackFeature() }

    store.send(.floors(.element(id: 0, action: .child(.timerStarted))))
    store.send(.floors(.element(id: 1, action: .child(.timerStarted))))
    store.send(.floors(.element(id: 0, action: .child(.timerStopped))))
    #expect(store.clock.sleepers == 1)
    store.send(.floors(.element(id: 1, action: .child(.timerRestarted))))
    #expect(store.clock.sleepers == 1)
    store.send(.floors(.element(id: 1, action: .child(.timerStopped))))

    #expect(store.clock.sleepers == 0)
  }

  @Test func `an element does not cancel its parent's effect, and the parent cancels those of all elements`() {
    let store = TestStore(initialState: StackFeature.State(floors: [.child(), .child()])) { StackFeature() }

    store.send(.timerStarted)
    store.send(.floors(.element(id: 0, action: .child(.timerStopped))))
    #expect(store.clock.sleepers == 1)
    store.send(.floors(.element(id: 0, action: .child(.timerStarted))))
    store.send(.floors(.element(id: 1, action: .child(.timerStarted))))
    #expect(store.clock.sleepers == 3)
    store.send(.timerStopped)

    #expect(store.clock.sleepers == 0)
  }

  @Test func `an element's effect that takes the place of its only other one belongs to the element`() {
    let store = TestStore(initialState: StackFeature.State(floors: [.child()])) { StackFeature() }

    store.send(.floors(.element(id: 0, action: .child(.timerStarted))))
    store.send(.floors(.element(id: 0, action: .child(.timerRestarted))))
    #expect(store.clock.sleepers == 1)
    store.send(.lowered) { $0.floors.removeLast() }

    #expect(store.clock.sleepers == 0)
  }

  private static let clearing: StackFeature.Rule = { state, action in
    if action == .cleared { state.floors.removeAll() }
    return .none
  }
}

import Composable
import ComposableTesting
import Testing

@Suite struct StackSiblingTests {
  let journal = Journal()

  @Test func `a sibling that reduces earlier and removes an element ends its effects at once`() {
    let tower = Tower(journal: journal, before: Self.clearing)
    let store = TestStore(initialState: Tower.State(floors: [.guest()])) { tower }

    store.send(.floors(.element(id: 0, action: .guest(.settled))))
    store.send(.cleared) { $0.floors.removeAll() }

    #expect(journal.entries == ["+guest 0", "-guest 0"])
  }

  @Test func `a sibling that reduces later and removes an element ends its effects at once`() {
    let tower = Tower(journal: journal, after: Self.clearing)
    let store = TestStore(initialState: Tower.State(floors: [.guest()])) { tower }

    store.send(.floors(.element(id: 0, action: .guest(.settled))))
    store.send(.cleared) { $0.floors.removeAll() }

    #expect(journal.entries == ["+guest 0", "-guest 0"])
  }

  @Test func `a stack that is replaced by an earlier copy of itself ends the effects of what the copy lacks`() {
    let tower = Tower(
      journal: journal,
      rule: { state, action in
        if action == .cleared { state.floors = [] }
        return .none
      }
    )
    let store = TestStore(initialState: Tower.State(floors: [.guest(id: 1)])) { tower }

    store.send(.floors(.element(id: 0, action: .guest(.settled))))
    store.send(.cleared) { $0.floors = [] }
    store.send(.raised(.guest(id: 2))) { $0.floors.append(.guest(id: 2)) }

    #expect(store.state.floors.ids == [1])
    #expect(journal.entries == ["+guest 1", "-guest 1"])
  }

  @Test func `elements do not cancel each other's effects`() {
    let store = TestStore(initialState: Tower.State(floors: [.guest(), .guest()])) { Tower() }

    store.send(.floors(.element(id: 0, action: .guest(.timerStarted))))
    store.send(.floors(.element(id: 1, action: .guest(.timerStarted))))
    store.send(.floors(.element(id: 0, action: .guest(.timerStopped))))
    #expect(store.clock.sleepers == 1)
    store.send(.floors(.element(id: 1, action: .guest(.timerRestarted))))
    #expect(store.clock.sleepers == 1)
    store.send(.floors(.element(id: 1, action: .guest(.timerStopped))))

    #expect(store.clock.sleepers == 0)
  }

  @Test func `an element does not cancel its parent's effect, and the parent cancels those of all elements`() {
    let store = TestStore(initialState: Tower.State(floors: [.guest(), .guest()])) { Tower() }

    store.send(.timerStarted)
    store.send(.floors(.element(id: 0, action: .guest(.timerStopped))))
    #expect(store.clock.sleepers == 1)
    store.send(.floors(.element(id: 0, action: .guest(.timerStarted))))
    store.send(.floors(.element(id: 1, action: .guest(.timerStarted))))
    #expect(store.clock.sleepers == 3)
    store.send(.timerStopped)

    #expect(store.clock.sleepers == 0)
  }

  @Test func `an element's effect that takes the place of its only other one belongs to the element`() {
    let store = TestStore(initialState: Tower.State(floors: [.guest()])) { Tower() }

    store.send(.floors(.element(id: 0, action: .guest(.timerStarted))))
    store.send(.floors(.element(id: 0, action: .guest(.timerRestarted))))
    #expect(store.clock.sleepers == 1)
    store.send(.lowered) { $0.floors.removeLast() }

    #expect(store.clock.sleepers == 0)
  }

  private static let clearing: Tower.Rule = { state, action in
    if action == .cleared { state.floors.removeAll() }
    return .none
  }
}

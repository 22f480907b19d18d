import Composable
import ComposableTesting
import Testing

@Suite struct StackDismissalTests {
  let journal = Journal()

  @Test func `an element dismisses itself`() {
    let store = TestStore(initialState: Tower.State()) { Tower() }

    store.send(.raised(.guest())) { $0.floors.append(.guest()) }
    store.send(.floors(.element(id: 0, action: .guest(.left))))

    store.receive(.floors(.popFrom(id: 0))) { $0.floors.removeAll() }
  }

  @Test func `an element that was there from the start dismisses itself`() {
    let store = TestStore(initialState: Tower.State(floors: [.guest(), .guest()])) { Tower() }

    store.send(.floors(.element(id: 1, action: .guest(.left))))

    store.receive(.floors(.popFrom(id: 1))) { $0.floors.removeLast() }
  }

  @Test func `an element that was restored dismisses itself`() {
    let tower = Tower(rule: { state, action in
      if action == .cleared { state.floors = [.guest(id: 7)] }
      return .none
    })
    let store = TestStore(initialState: Tower.State(floors: [.guest()])) { tower }

    store.send(.floors(.element(id: 0, action: .guest(.left))))
    store.receive(.floors(.popFrom(id: 0))) { $0.floors.removeAll() }
    store.send(.cleared) { $0.floors = [.guest(id: 7)] }
    store.send(.floors(.element(id: 1, action: .guest(.left))))
    store.receive(.floors(.popFrom(id: 1))) { $0.floors.removeAll() }
  }

  @Test func `an element in the middle that dismisses itself takes along everything above it`() {
    let store = TestStore(initialState: Tower.State(floors: [.guest(id: 1), .guest(id: 2), .guest(id: 3)])) {
      Tower(journal: journal)
    }

    for id in store.state.floors.ids { store.send(.floors(.element(id: id, action: .guest(.settled)))) }
    store.send(.floors(.element(id: 1, action: .guest(.left))))
    store.receive(.floors(.popFrom(id: 1))) { $0.floors.removeLast(2) }
    #expect(journal.entries == ["+guest 1", "+guest 2", "+guest 3", "-guest 2", "-guest 3"])
    store.send(.razed) { $0.floors.removeAll() }
  }

  @Test func `another id that a test expects to be popped is shown beside the one that was`() {
    let issues = withIssues {
      let store = TestStore(initialState: Tower.State(floors: [.guest(), .guest()])) { Tower() }
      store.send(.floors(.element(id: 1, action: .guest(.left))))
      store.receive(.floors(.popFrom(id: 0)))
    }

    #expect(issues.count == 1)
    let difference = "− .floors(.popFrom(id: #0))\n+ .floors(.popFrom(id: #1))"
    #expect(issues.first?.message.hasSuffix(difference) == true)
  }

  @Test func `a child that an element presents dismisses itself alone`() {
    let store = TestStore(initialState: Tower.State(floors: [.room(Room.State(guest: Guest.State()))])) { Tower() }

    store.send(.floors(.element(id: 0, action: .room(.guest(.presented(.left))))))
    store.receive(.floors(.element(id: 0, action: .room(.guest(.dismiss))))) { $0.floors[0] = .room(Room.State()) }
    store.send(.floors(.element(id: 0, action: .room(.left))))
    store.receive(.floors(.popFrom(id: 0))) { $0.floors.removeAll() }
  }

  @Test func `an element that was removed dismisses nothing`() {
    let store = TestStore(initialState: Tower.State(floors: [.guest(), .guest()])) { Tower() }

    store.send(.floors(.element(id: 1, action: .guest(.leftLater))))
    store.send(.lowered) { $0.floors.removeLast() }
    store.clock.advance(by: .seconds(1))

    store.finish()
  }

  @Test func `an element knows that it was pushed`() {
    let store = TestStore(initialState: Tower.State(floors: [.guest()])) { Tower(journal: journal) }

    store.send(.floors(.element(id: 0, action: .guest(.presenceAsked))))

    #expect(journal.entries == ["reducer: true", "effect: true"])
  }
}

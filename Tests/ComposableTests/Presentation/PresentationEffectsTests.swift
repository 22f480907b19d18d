import Composable
import ComposableTesting
import Testing

@Suite struct PresentationEffectsTests {
  let journal = Journal()

  @Test func `a dismissal ends the child's timer`() {
    let store = presenting()

    store.send(.guest(.presented(.timerStarted)))
    store.clock.advance(by: .seconds(1))
    store.receive(.guest(.presented(.ticked))) { $0.guest?.count = 1 }
    store.send(.guest(.dismiss)) { $0.guest = nil }

    #expect(store.clock.sleepers == 0)
  }

  @Test func `nil ends the child's effects in the same turn`() {
    let store = presenting()

    store.send(.guest(.presented(.settled)))
    store.send(.evicted) { $0.guest = nil }

    #expect(journal.entries == ["+guest 1", "-guest 1"])
  }

  @Test func `a grandparent that takes the parent away ends the effects of both in the same turn`() {
    let store = TestStore(initialState: House.State(room: Room.State(guest: Guest.State()))) {
      House(journal: journal)
    }

    store.send(.room(.presented(.guest(.presented(.settled)))))
    store.send(.room(.presented(.settled)))
    store.send(.opened(nil)) { $0.room = nil }

    #expect(journal.entries == ["+guest 0", "+room 0", "-guest 0", "-room 0"])
  }

  @Test func `a restored child of another id ends the effects of the one before, and of all below`() {
    let store = TestStore(initialState: House.State(room: Room.State(guest: Guest.State()))) {
      House(journal: journal)
    }

    store.send(.room(.presented(.guest(.presented(.settled)))))
    store.send(.opened(Room.State(id: 1, guest: Guest.State()))) { $0.room = Room.State(id: 1, guest: Guest.State()) }

    #expect(journal.entries == ["+guest 0", "-guest 0"])
  }

  @Test func `a child of another id takes over from one whose effects end`() {
    let store = presenting()

    store.send(.guest(.presented(.settled)))
    store.send(.invited(2)) { $0.guest = Guest.State(id: 2) }
    store.send(.guest(.presented(.settled)))
    store.send(.evicted) { $0.guest = nil }

    #expect(journal.entries == ["+guest 1", "-guest 1", "+guest 2", "-guest 2"])
  }

  @Test func `a child of the same id inherits the effects`() {
    let store = presenting()

    store.send(.guest(.presented(.settled)))
    store.send(.guest(.presented(.counted))) { $0.guest?.count = 1 }
    store.send(.invited(1)) { $0.guest = Guest.State(id: 1) }
    #expect(journal.entries == ["+guest 1"])
    store.send(.evicted) { $0.guest = nil }

    #expect(journal.entries == ["+guest 1", "-guest 1"])
  }

  @Test func `a parent that takes its child away in answer to its action lets no effect of that action begin`() {
    let store = presenting { state, action in
      if action == .guest(.presented(.settled)) { state.guest = nil }
      return .none
    }

    store.send(.guest(.presented(.settled))) { $0.guest = nil }

    #expect(journal.entries.isEmpty)
  }

  @Test func `a child's action that makes the parent take it away ends what the child began before`() {
    let store = presenting { state, action in
      if action == .guest(.presented(.counted)) { state.guest = nil }
      return .none
    }

    store.send(.guest(.presented(.settled)))
    store.send(.guest(.presented(.timerStarted)))
    store.send(.guest(.presented(.counted))) { $0.guest = nil }
    store.finish()

    #expect(journal.entries == ["+guest 1", "-guest 1"])
    #expect(store.clock.sleepers == 0)
  }

  @Test func `a sibling that reduces earlier and takes the child away ends its effects at once`() {
    let room = Room(
      journal: journal,
      before: { state, action in
        if action == .cleared { state.guest = nil }
        return .none
      }
    )
    let store = TestStore(initialState: Room.State(guest: Guest.State())) { room }

    store.send(.guest(.presented(.settled)))
    store.send(.cleared) { $0.guest = nil }

    #expect(journal.entries == ["+guest 0", "-guest 0"])
  }

  @Test func `a sibling that reduces later and takes the child away ends its effects at once`() {
    let room = Room(
      journal: journal,
      after: { state, action in
        if action == .cleared { state.guest = nil }
        return .none
      }
    )
    let store = TestStore(initialState: Room.State(guest: Guest.State())) { room }

    store.send(.guest(.presented(.settled)))
    store.send(.cleared) { $0.guest = nil }

    #expect(journal.entries == ["+guest 0", "-guest 0"])
  }

  @Test func `a child's effect that takes the place of its only other one belongs to the child`() {
    let store = presenting()

    store.send(.guest(.presented(.timerStarted)))
    store.send(.guest(.presented(.timerRestarted)))
    store.clock.advance(by: .seconds(1))
    store.receive(.guest(.presented(.ticked))) { $0.guest?.count = 1 }
    store.send(.evicted) { $0.guest = nil }
    store.finish()

    #expect(store.clock.sleepers == 0)
  }

  @Test func `an effect of a child whose only other one a sibling cancels in the same turn begins`() {
    let room = Room(
      journal: journal,
      before: { _, action in action == .guest(.presented(.settled)) ? .cancel(id: "timer") : .none }
    )
    let store = TestStore(initialState: Room.State(guest: Guest.State())) { room }

    store.send(.guest(.presented(.timerStarted)))
    store.send(.guest(.presented(.settled)))
    #expect(journal.entries == ["+guest 0"])
    store.send(.evicted) { $0.guest = nil }

    #expect(journal.entries == ["+guest 0", "-guest 0"])
  }

  private func presenting(rule: @escaping Room.Rule = { _, _ in .none }) -> TestStore<Room.State, Room.Action> {
    TestStore(initialState: Room.State(guest: Guest.State(id: 1))) { Room(journal: journal, rule: rule) }
  }
}

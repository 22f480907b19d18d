import Composable
import ComposableTesting
import Testing

@Suite struct IsPresentedTests {
  let journal = Journal()

  @Test func `a presented feature knows it, in its reducer and in its effects`() {
    let store = TestStore(initialState: Room.State(guest: Guest.State())) { Room(journal: journal) }

    store.send(.guest(.presented(.presenceAsked)))

    #expect(journal.entries == ["reducer: true", "effect: true"])
  }

  @Test func `a feature by itself is not presented, nor in a test store`() {
    let store = TestStore(initialState: Guest.State()) { Guest(journal: journal) }

    store.send(.presenceAsked)

    #expect(journal.entries == ["reducer: false", "effect: false"])
  }

  @Test func `a test can set that the feature is presented`() {
    let store = TestStore(initialState: Guest.State()) {
      Guest(journal: journal)
    } withDependencies: {
      $0.isPresented = true
    }

    store.send(.presenceAsked)

    #expect(journal.entries == ["reducer: true", "effect: true"])
  }

  @Test func `a child is presented and its parent is not`() {
    let store = TestStore(initialState: House.State(room: Room.State())) { House(journal: journal) }

    store.send(.room(.presented(.presenceAsked)))

    #expect(journal.entries == ["room: true", "house: false"])
  }

  @Test func `a parent is not presented either when the action comes from an effect of its child`() {
    let room = Room(
      journal: journal,
      rule: { _, action in
        @Dependency(\.isPresented) var isPresented
        if action == .guest(.presented(.ticked)) { journal.note("room: \(isPresented)") }
        return .none
      }
    )
    let store = TestStore(initialState: Room.State(guest: Guest.State())) { room }

    let task = store.send(.guest(.presented(.timerStarted)))
    store.clock.advance(by: .seconds(1))
    store.receive(.guest(.presented(.ticked))) { $0.guest?.count = 1 }
    task.cancel()

    #expect(journal.entries == ["room: false"])
  }
}

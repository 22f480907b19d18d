import Composable
import ComposableTesting
import Testing

@Suite struct DestinationTests {
  let journal = Journal()

  @Test func `each case has its own timer, which ends when the case is left`() {
    let store = presenting(.guest(Guest.State()))

    store.send(.destination(.presented(.guest(.timerStarted))))
    store.clock.advance(by: .seconds(1))
    store.receive(.destination(.presented(.guest(.ticked)))) { $0.destination = .guest(Guest.State(count: 1)) }
    store.send(.showed(.other(Guest.State()))) { $0.destination = .other(Guest.State()) }
    #expect(store.clock.sleepers == 0)
    store.send(.destination(.presented(.other(.timerStarted))))
    store.clock.advance(by: .seconds(1))
    store.receive(.destination(.presented(.other(.ticked)))) { $0.destination = .other(Guest.State(count: 1)) }
    store.send(.destination(.dismiss)) { $0.destination = nil }

    #expect(store.clock.sleepers == 0)
  }

  @Test func `the effects of a case that is left end, though the id is the same`() {
    let store = presenting(.guest(Guest.State(id: 1)))

    store.send(.destination(.presented(.guest(.settled))))
    store.send(.showed(.other(Guest.State(id: 1)))) { $0.destination = .other(Guest.State(id: 1)) }

    #expect(journal.entries == ["+guest 1", "-guest 1"])
  }

  @Test func `the effects of a case end when its payload gets another id`() {
    let store = presenting(.guest(Guest.State(id: 1)))

    store.send(.destination(.presented(.guest(.settled))))
    store.send(.showed(.guest(Guest.State(id: 2)))) { $0.destination = .guest(Guest.State(id: 2)) }

    #expect(journal.entries == ["+guest 1", "-guest 1"])
  }

  @Test func `effects of the same case and id survive`() {
    let store = presenting(.guest(Guest.State(id: 1)))

    store.send(.destination(.presented(.guest(.settled))))
    store.send(.destination(.presented(.settled)))
    store.send(.showed(.guest(Guest.State(id: 1, count: 9)))) {
      $0.destination = .guest(Guest.State(id: 1, count: 9))
    }
    #expect(journal.entries == ["+guest 1", "+destination"])
    store.send(.destination(.dismiss)) { $0.destination = nil }

    #expect(journal.entries == ["+guest 1", "+destination", "-guest 1", "-destination"])
  }

  @Test(arguments: leaving)
  func `effects of the destination itself end with its case and with the id of its payload`(
    next: Hotel.Destination.State?
  ) {
    let store = presenting(.guest(Guest.State(id: 1)))

    store.send(.destination(.presented(.settled)))
    store.send(.showed(next)) { $0.destination = next }

    #expect(journal.entries == ["+destination", "-destination"])
  }

  private static let leaving: [Hotel.Destination.State?] = [
    .other(Guest.State(id: 1)), .guest(Guest.State(id: 2)), .alert(Alert()), .empty, nil,
  ]

  @Test func `a case without a payload is an identity of its own`() {
    let store = presenting(.empty)

    store.send(.destination(.presented(.settled)))
    store.send(.counted) { $0.count = 1 }
    #expect(journal.entries == ["+destination"])
    store.send(.showed(.alert(Alert()))) { $0.destination = .alert(Alert()) }

    #expect(journal.entries == ["+destination", "-destination"])
  }

  @Test func `a child in one case dismisses itself`() {
    let store = presenting(.other(Guest.State()))

    store.send(.destination(.presented(.other(.left))))

    store.receive(.destination(.dismiss)) { $0.destination = nil }
  }

  @Test func `a parent that answers a dismissal with another case keeps it`() {
    let hotel = Hotel { state, action in
      if action == .destination(.dismiss) { state.destination = .other(Guest.State(id: 1)) }
      return .none
    }
    let store = TestStore(initialState: Hotel.State(destination: .guest(Guest.State(id: 1)))) { hotel }

    store.send(.destination(.dismiss)) { $0.destination = .other(Guest.State(id: 1)) }
  }

  @Test func `a parent that answers a dismissal with another id in the same case keeps it`() {
    let hotel = Hotel { state, action in
      if action == .destination(.dismiss) { state.destination = .guest(Guest.State(id: 2)) }
      return .none
    }
    let store = TestStore(initialState: Hotel.State(destination: .guest(Guest.State(id: 1)))) { hotel }

    store.send(.destination(.dismiss)) { $0.destination = .guest(Guest.State(id: 2)) }
  }

  private func presenting(_ destination: Hotel.Destination.State) -> TestStore<Hotel.State, Hotel.Action> {
    TestStore(initialState: Hotel.State(destination: destination)) { Hotel(journal: journal) }
  }
}

import ComposableCore
import ComposableTesting
import Testing

@Suite struct DestinationTests {
  let journal = Journal()

  @Test func `each case has its own timer, which ends when the case is left`() {
    let store = presenting(.child(ChildFeature.State()))

    store.send(.destination(.presented(.child(.timerStarted))))
    store.clock.advance(by: .seconds(1))
    store.receive(.destination(.presented(.child(.ticked)))) { $0.destination = .child(ChildFeature.State(count: 1)) }
    store.send(.showed(.other(ChildFeature.State()))) { $0.destination = .other(ChildFeature.State()) }
    #expect(store.clock.sleepers == 0)
    store.send(.destination(.presented(.other(.timerStarted))))
    store.clock.advance(by: .seconds(1))
    store.receive(.destination(.presented(.other(.ticked)))) { $0.destination = .other(ChildFeature.State(count: 1)) }
    store.send(.destination(.dismiss)) { $0.destination = nil }

    #expect(store.clock.sleepers == 0)
  }

  @Test func `effects of the same case and id survive`() {
    let store = presenting(.child(ChildFeature.State(id: 1)))

    store.send(.destination(.presented(.child(.settled))))
    store.send(.destination(.presented(.settled)))
    store.send(.showed(.child(ChildFeature.State(id: 1, count: 9)))) {
      $0.destination = .child(ChildFeature.State(id: 1, count: 9))
    }
    #expect(journal.entries == ["+child 1", "+destination"])
    store.send(.destination(.dismiss)) { $0.destination = nil }

    #expect(journal.entries == ["+child 1", "+destination", "-child 1", "-destination"])
  }

  @Test(arguments: leaving)
  func `effects of a case and of the destination itself end with the case and with the id of its payload`(
    next: Presenter.Destination.State?
  ) {
    let store = presenting(.child(ChildFeature.State(id: 1)))

    store.send(.destination(.presented(.child(.settled))))
    store.send(.destination(.presented(.settled)))
    store.send(.showed(next)) { $0.destination = next }

    #expect(journal.entries == ["+child 1", "+destination", "-child 1", "-destination"])
  }

  private static let leaving: [Presenter.Destination.State?] = [
    .other(ChildFeature.State(id: 1)), .child(ChildFeature.State(id: 2)), .alert(Alert()), .empty, nil,
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
    let store = presenting(.other(ChildFeature.State()))

    store.send(.destination(.presented(.other(.left))))

    store.receive(.destination(.dismiss)) { $0.destination = nil }
  }

  @Test(
    arguments: [.other(ChildFeature.State(id: 1)), .child(ChildFeature.State(id: 2))] as [Presenter.Destination.State]
  )
  func `a parent that answers a dismissal with another case or id keeps it`(answer: Presenter.Destination.State) {
    let presenter = Presenter { state, action in
      if action == .destination(.dismiss) { state.destination = answer }
      return .none
    }
    let store = TestStore(initialState: Presenter.State(destination: .child(ChildFeature.State(id: 1)))) { presenter }

    store.send(.destination(.dismiss)) { $0.destination = answer }
  }

  private func presenting(_ destination: Presenter.Destination.State) -> TestStore<Presenter.State, Presenter.Action> {
    TestStore(initialState: Presenter.State(destination: destination)) { Presenter(journal: journal) }
  }
}

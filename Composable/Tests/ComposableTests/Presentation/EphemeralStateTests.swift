import ComposableCore
import ComposableTesting
import Testing

@Suite struct EphemeralStateTests {
  typealias Destination = Presenter.Destination.State

  @Test func `an alert stays while others act, and is dismissed`() {
    let store = TestStore(initialState: Presenter.State()) { Presenter() }

    store.send(.showed(.alert(Alert()))) { $0.destination = .alert(Alert()) }
    store.send(.counted) { $0.count = 1 }
    store.send(.destination(.dismiss)) { $0.destination = nil }
  }

  /// What the parent does when the alert is confirmed, and what is presented then.
  private static let answers: [(String, @Sendable (inout Presenter.State) -> Void, Destination?)] = [
    ("nothing", { _ in }, nil),
    ("removes it", { $0.destination = nil }, nil),
    ("presents another", { $0.destination = .alert(Alert(text: "again")) }, .alert(Alert(text: "again"))),
    ("presents a dialog", { $0.destination = .dialog(Alert()) }, .dialog(Alert())),
    (
      "removes it and presents another, both in place",
      {
        modify(&$0.destination) { $0 = nil }
        modify(&$0.destination) { $0 = .alert(Alert(text: "in place")) }
      }, .alert(Alert(text: "in place"))
    ),
  ]

  @Test(arguments: answers)
  func `an alert goes with its own action, unless its parent presents another`(
    answer: String,
    change: @escaping @Sendable (inout Presenter.State) -> Void,
    presented: Destination?
  ) {
    let store = confirming(change)

    store.send(.destination(.presented(.alert(.confirmed)))) { $0.destination = presented }
  }

  @Test func `an equal alert that its parent presents in answer stays`() {
    let store = confirming { $0.destination = .alert(Alert(text: "once")) }

    store.send(.destination(.presented(.alert(.confirmed))))
  }

  @Test func `an alert that its parent sees and changes in place while it handles its action is removed`() {
    let seen = Journal()
    let store = confirming { state in
      seen.note("\(state.destination[case: .alert]?.text ?? "")")
      state.destination[case: .alert]?.text = "confirmed"
      state.destination[case: .child]?.count = 1
    }

    store.send(.destination(.presented(.alert(.confirmed)))) { $0.destination = nil }

    #expect(seen.entries == ["once"])
  }

  @Test func `a child and an alert take turns, and the child stays with its actions`() {
    let store = TestStore(initialState: Presenter.State(destination: .child(ChildFeature.State()))) { Presenter() }

    store.send(.destination(.presented(.child(.timerStarted))))
    store.send(.showed(.alert(Alert()))) { $0.destination = .alert(Alert()) }
    #expect(store.clock.sleepers == 0)
    store.send(.destination(.presented(.alert(.confirmed)))) { $0.destination = nil }
    store.send(.showed(.child(ChildFeature.State()))) { $0.destination = .child(ChildFeature.State()) }
    store.send(.destination(.presented(.child(.counted)))) { $0.destination = .child(ChildFeature.State(count: 1)) }
  }

  /// A presenter of an alert, and what it does when the alert is confirmed.
  private func confirming(
    _ answer: @escaping @Sendable (inout Presenter.State) -> Void
  ) -> TestStore<Presenter.State, Presenter.Action> {
    TestStore(initialState: Presenter.State(destination: .alert(Alert(text: "once")))) {
      Presenter { state, action in
        if action == .destination(.presented(.alert(.confirmed))) { answer(&state) }
        return .none
      }
    }
  }
}

private func modify<Value>(_ value: inout Value, _ body: (inout Value) -> Void) { body(&value) }

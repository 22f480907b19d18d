import Composable
import ComposableTesting
import Testing

@Suite struct EphemeralStateTests {
  @Test func `an alert is presented and dismissed`() {
    let store = TestStore(initialState: Presenter.State()) { Presenter() }

    store.send(.showed(.alert(Alert()))) { $0.destination = .alert(Alert()) }
    store.send(.destination(.dismiss)) { $0.destination = nil }
  }

  @Test func `an alert goes with its own action`() {
    let store = TestStore(initialState: Presenter.State(destination: .alert(Alert()))) { Presenter() }

    store.send(.destination(.presented(.alert(.confirmed)))) { $0.destination = nil }
  }

  @Test func `an alert stays while others act`() {
    let store = TestStore(initialState: Presenter.State(destination: .alert(Alert()))) { Presenter() }

    store.send(.counted) { $0.count = 1 }
  }

  @Test func `an alert stays whose parent presents it again in answer to its action`() {
    let presenter = Presenter { state, action in
      if action == .destination(.presented(.alert(.confirmed))) { state.destination = .alert(Alert(text: "again")) }
      return .none
    }
    let store = TestStore(initialState: Presenter.State(destination: .alert(Alert(text: "once")))) { presenter }

    store.send(.destination(.presented(.alert(.confirmed)))) { $0.destination = .alert(Alert(text: "again")) }
  }

  @Test func `an alert that its parent changes in place while it handles its action is removed`() {
    let presenter = Presenter { state, action in
      if action == .destination(.presented(.alert(.confirmed))) {
        state.destination[case: .alert]?.text = "confirmed"
        state.destination[case: .child]?.count = 1
      }
      return .none
    }
    let store = TestStore(initialState: Presenter.State(destination: .alert(Alert(text: "sure?")))) { presenter }

    store.send(.destination(.presented(.alert(.confirmed)))) { $0.destination = nil }
  }

  @Test func `the parent still sees the alert whose action it handles`() {
    let seen = Journal()
    let presenter = Presenter { state, action in
      if action == .destination(.presented(.alert(.confirmed))) {
        seen.note("\(state.destination[case: .alert]?.text ?? "")")
      }
      return .none
    }
    let store = TestStore(initialState: Presenter.State(destination: .alert(Alert(text: "sure?")))) { presenter }

    store.send(.destination(.presented(.alert(.confirmed)))) { $0.destination = nil }

    #expect(seen.entries == ["sure?"])
  }

  @Test func `an equal alert that its parent presents again in answer to its action stays`() {
    let presenter = Presenter { state, action in
      if action == .destination(.presented(.alert(.confirmed))) { state.destination = .alert(Alert()) }
      return .none
    }
    let store = TestStore(initialState: Presenter.State(destination: .alert(Alert()))) { presenter }

    store.send(.destination(.presented(.alert(.confirmed))))
  }

  @Test func `an alert stays that its parent removes and presents again in place`() {
    let presenter = Presenter { state, action in
      if action == .destination(.presented(.alert(.confirmed))) {
        modify(&state.destination) { $0 = nil }
        modify(&state.destination) { $0 = .alert(Alert(text: "again")) }
      }
      return .none
    }
    let store = TestStore(initialState: Presenter.State(destination: .alert(Alert(text: "once")))) { presenter }

    store.send(.destination(.presented(.alert(.confirmed)))) { $0.destination = .alert(Alert(text: "again")) }
  }

  @Test func `an alert that its parent removes in answer to its action is gone`() {
    let presenter = Presenter { state, action in
      if action == .destination(.presented(.alert(.confirmed))) { state.destination = nil }
      return .none
    }
    let store = TestStore(initialState: Presenter.State(destination: .alert(Alert()))) { presenter }

    store.send(.destination(.presented(.alert(.confirmed)))) { $0.destination = nil }
  }

  @Test func `an alert is followed by a dialog, which is dismissed`() {
    let presenter = Presenter { state, action in
      if action == .destination(.presented(.alert(.confirmed))) { state.destination = .dialog(Alert()) }
      return .none
    }
    let store = TestStore(initialState: Presenter.State(destination: .alert(Alert()))) { presenter }

    store.send(.destination(.presented(.alert(.confirmed)))) { $0.destination = .dialog(Alert()) }
    store.send(.destination(.dismiss)) { $0.destination = nil }
  }

  @Test func `cases of an enum that are not ephemeral stay with their actions`() {
    let store = TestStore(initialState: Presenter.State(destination: .child(ChildFeature.State()))) { Presenter() }

    store.send(.destination(.presented(.child(.counted)))) { $0.destination = .child(ChildFeature.State(count: 1)) }
  }

  @Test func `a child and an alert take turns`() {
    let store = TestStore(initialState: Presenter.State(destination: .child(ChildFeature.State()))) { Presenter() }

    store.send(.destination(.presented(.child(.timerStarted))))
    store.send(.showed(.alert(Alert()))) { $0.destination = .alert(Alert()) }
    #expect(store.clock.sleepers == 0)
    store.send(.destination(.presented(.alert(.confirmed)))) { $0.destination = nil }
    store.send(.showed(.child(ChildFeature.State()))) { $0.destination = .child(ChildFeature.State()) }
    store.send(.destination(.presented(.child(.counted)))) { $0.destination = .child(ChildFeature.State(count: 1)) }
  }
}

private func modify<Value>(_ value: inout Value, _ body: (inout Value) -> Void) { body(&value) }

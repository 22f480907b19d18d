import Composable
import ComposableTesting
import Testing

@Suite struct EphemeralStateTests {
  @Test func `an alert is presented and dismissed`() {
    let store = TestStore(initialState: Hotel.State()) { Hotel() }

    store.send(.showed(.alert(Alert()))) { $0.destination = .alert(Alert()) }
    store.send(.destination(.dismiss)) { $0.destination = nil }
  }

  @Test func `an alert goes with its own action`() {
    let store = TestStore(initialState: Hotel.State(destination: .alert(Alert()))) { Hotel() }

    store.send(.destination(.presented(.alert(.confirmed)))) { $0.destination = nil }
  }

  @Test func `an alert stays while others act`() {
    let store = TestStore(initialState: Hotel.State(destination: .alert(Alert()))) { Hotel() }

    store.send(.counted) { $0.count = 1 }
  }

  @Test func `an alert stays whose parent presents it again in answer to its action`() {
    let hotel = Hotel { state, action in
      if action == .destination(.presented(.alert(.confirmed))) { state.destination = .alert(Alert(text: "again")) }
      return .none
    }
    let store = TestStore(initialState: Hotel.State(destination: .alert(Alert(text: "once")))) { hotel }

    store.send(.destination(.presented(.alert(.confirmed)))) { $0.destination = .alert(Alert(text: "again")) }
  }

  @Test func `an alert is followed by a dialog, which is dismissed`() {
    let hotel = Hotel { state, action in
      if action == .destination(.presented(.alert(.confirmed))) { state.destination = .dialog(Alert()) }
      return .none
    }
    let store = TestStore(initialState: Hotel.State(destination: .alert(Alert()))) { hotel }

    store.send(.destination(.presented(.alert(.confirmed)))) { $0.destination = .dialog(Alert()) }
    store.send(.destination(.dismiss)) { $0.destination = nil }
  }

  @Test func `cases of an enum that are not ephemeral stay with their actions`() {
    let store = TestStore(initialState: Hotel.State(destination: .guest(Guest.State()))) { Hotel() }

    store.send(.destination(.presented(.guest(.counted)))) { $0.destination = .guest(Guest.State(count: 1)) }
  }

  @Test func `a child and an alert take turns`() {
    let store = TestStore(initialState: Hotel.State(destination: .guest(Guest.State()))) { Hotel() }

    store.send(.destination(.presented(.guest(.timerStarted))))
    store.send(.showed(.alert(Alert()))) { $0.destination = .alert(Alert()) }
    #expect(store.clock.sleepers == 0)
    store.send(.destination(.presented(.alert(.confirmed)))) { $0.destination = nil }
    store.send(.showed(.guest(Guest.State()))) { $0.destination = .guest(Guest.State()) }
    store.send(.destination(.presented(.guest(.counted)))) { $0.destination = .guest(Guest.State(count: 1)) }
  }
}

import ComposableTesting
import Testing

@testable import App

@Suite(.dependencies) struct AppTests {
  @Test func `counters on a stack are tapped one by one`() {
    var state = Screens.State()
    state.path.append(.counter(Counter.State()))
    let store = TestStore(initialState: state) { Screens() }

    store.send(.pushed) { $0.path.append(.counter(Counter.State())) }
    for id in store.state.path.ids {
      store.send(\.path[id: id].counter, .tapped) { $0.path[id: id, case: \.counter]?.tap() }
    }
  }
}

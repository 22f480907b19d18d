import ComposableShared
import ComposableTesting
import Testing

@testable import App

@Suite(.dependencies) struct AppTests {
  @Test func `counters on a stack share their sum`() {
    var state = Screens.State()
    state.path.append(.counter(Counter.State()))
    let store = TestStore(initialState: state) { Screens() }

    store.send(.pushed) { $0.path.append(.counter(Counter.State())) }
    for (id, sum) in zip(store.state.path.ids, 1...) {
      store.send(\.path[id: id].counter, .tapped) {
        $0.path[id: id, case: \.counter]?.taps = 1
        $0.path[id: id, case: \.counter]?.$sum.withLock { $0 = sum }
      }
    }
  }
}

import Composable
import ComposableTesting
import Testing

@Suite struct StoveTests {
  @Test func `a burner that is removed ticks no more, and the others go on`() {
    let state = Stove.State(burners: [Burner.State(id: 1), Burner.State(id: 2)])
    let store = TestStore(initialState: state) { Stove() }

    store.send(.burners[id: 1].countdown, .startTapped) { $0.burners[id: 1]?.countdown.isRunning = true }
    store.send(.burners[id: 2].countdown, .startTapped) { $0.burners[id: 2]?.countdown.isRunning = true }
    store.send(.burnerRemoved(id: 1)) { $0.burners.remove(id: 1) }
    store.clock.advance(by: .seconds(1))
    store.receive(.burners[id: 2].countdown, .ticked) { $0.burners[id: 2]?.countdown.seconds = 59 }
    store.send(.burnerRemoved(id: 2)) { $0.burners.remove(id: 2) }
  }
}

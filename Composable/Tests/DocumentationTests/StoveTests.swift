import Composable
import ComposableTesting
import Synchronization
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

  @Test func `a change of one burner is shown by its panel alone`() {
    let executor = SteppedExecutor()
    let panels = [1: Panel(), 2: Panel()]
    let burners: IdentifiedArrayOf = [Burner.State(id: 1), Burner.State(id: 2)]
    executor.perform {
      let store = Store(initialState: Stove.State(burners: burners), executor: executor) { Stove() }
      let observation = store.observe(elements: \.burners) { id, burner in panels[id]?.show(burner) }
      store.send(.burners(.element(id: 2, action: .countdown(.ticked))))
      store.send(.burnerRemoved(id: 1))
      withExtendedLifetime(observation) {}
    }

    #expect(panels[1]?.shown == [60, nil])
    #expect(panels[2]?.shown == [60, 59])
  }
}

/// Shows how long a burner still burns.
private final class Panel: Sendable {
  private let seconds = Mutex<[Int?]>([])

  var shown: [Int?] { seconds.withLock { $0 } }

  func show(_ burner: Burner.State?) { seconds.withLock { $0.append(burner?.countdown.seconds) } }
}

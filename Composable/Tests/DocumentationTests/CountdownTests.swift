import Composable
import ComposableTesting
import Testing

@Suite struct CountdownTests {
  @Test func `a countdown ticks until nothing is left`() {
    let store = TestStore(initialState: Countdown.State(seconds: 2)) { Countdown() }

    store.send(.startTapped) { $0.isRunning = true }
    store.clock.advance(by: .seconds(1))
    store.receive(.ticked) { $0.seconds = 1 }
    store.clock.advance(by: .seconds(1))
    store.receive(.ticked) {
      $0.seconds = 0
      $0.isRunning = false
    }
  }

  @Test func `a countdown that is stopped does not tick any more`() {
    let store = TestStore(initialState: Countdown.State(seconds: 2)) { Countdown() }

    store.send(.startTapped) { $0.isRunning = true }
    store.send(.stopTapped) { $0.isRunning = false }
    store.clock.advance(by: .seconds(10))
  }

  @Test func `a test that is not exhaustive states what it is about`() {
    let store = TestStore(initialState: Countdown.State(seconds: 60)) { Countdown() }
    store.exhaustivity = .off

    store.send(.startTapped)
    store.clock.advance(by: .seconds(58))
    store.skipReceivedActions()

    store.assert { $0.seconds = 2 }
  }

  @Test func `a store on an executor that the test steps`() {
    let executor = SteppedExecutor()
    let clock = TestClock(executor: executor)
    let store = Store(initialState: Countdown.State(seconds: 2), executor: executor) {
      Countdown()
    } withDependencies: {
      $0.clock = clock
    }

    executor.perform { _ = store.send(.startTapped) }
    clock.advance(by: .seconds(1))

    executor.perform { #expect(store.state.seconds == 1) }
  }
}

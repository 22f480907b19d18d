import Composable
import ComposableTesting
import Testing

@Suite struct KitchenTests {
  @Test func `a closed countdown ticks no more, without being stopped`() {
    let store = TestStore(initialState: Kitchen.State()) { Kitchen() }

    store.send(.eggsTapped) { $0.countdown = Countdown.State(seconds: 300) }
    store.send(.countdown(.presented(.startTapped))) { $0.countdown?.isRunning = true }
    store.clock.advance(by: .seconds(1))
    store.receive(.countdown.presented, .ticked) { $0.countdown?.seconds = 299 }
    store.send(.countdown(.dismiss)) { $0.countdown = nil }

    #expect(store.clock.sleepers == 0)
  }

  @Test func `the kitchen closes a countdown that has come to its end`() {
    let countdown = Countdown.State(seconds: 1, isRunning: true)
    let store = TestStore(initialState: Kitchen.State(countdown: countdown)) { Kitchen() }

    store.send(.countdown(.presented(.ticked))) { $0.countdown = nil }
  }
}

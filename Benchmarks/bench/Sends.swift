import BrightnessEventLoop
import ComposableCore

/// The cost of a send that changes one number.
@Sendable func sends(_ loop: EventLoop) async -> [Figure] {
  let store = Store(initialState: Counter.State(), executor: loop) { Counter() }
  let (cost, floor) = await byTurns {
    nanosecondsEach(of: 100_000) { round in store.send(.increased(by: round)) }
  } floor: {
    await bareTask(loop)
  }
  consume(store.state)
  return [Figure(name: "send_ns", value: cost, limit: .atMost(0.07 * floor), floor: floor)]
}

import ComposableCore
import EventLoop

/// The cost of a send that changes one number.
@Sendable func sends(_ loop: EventLoop) async -> [Figure] {
  let store = Store(initialState: Counter.State(), executor: loop) { Counter() }
  let cost = await medianOfFive {
    nanosecondsEach(of: 100_000) { round in store.send(.increased(by: round)) }
  }
  consume(store.state)
  let baseline = await bareTask(loop)
  return [Figure(name: "send_ns", value: cost, limit: .atMost(0.07 * baseline), floor: baseline)]
}

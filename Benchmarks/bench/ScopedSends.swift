import BrightnessEventLoop
import ComposableCore

/// The cost of a send through three scopes and a `forEach` over a thousand elements.
@Sendable func scopedSends(_ loop: EventLoop) async -> [Figure] {
  let store = Store(initialState: Building.State(), executor: loop) { Building() }
  let (cost, floor) = await byTurns {
    nanosecondsEach(of: 50_000) { round in
      store.send(.floor(.room(.panels(.panels(.element(id: round % 1_000, action: .levelChanged(round)))))))
    }
  } floor: {
    await bareTask(loop)
  }
  consume(store.state)
  return [Figure(name: "scoped_send_ns", value: cost, limit: .atMost(0.16 * floor), floor: floor)]
}

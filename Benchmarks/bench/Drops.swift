import Composable
import EventLoop

/// Dropping a store with ten thousand living holds, until the last release has run.
@Sendable func drops(_ loop: EventLoop) async -> [Figure] {
  let count = 10_000
  let cost = await medianOfFive {
    let released = Tally()
    var store: Store? = Store(initialState: Holder.State(), executor: loop) { Holder(released: released) }
    for id in 0..<count { store?.send(.taken(id)) }
    consume(store)
    return await nanoseconds {
      store = nil
      await released.reach(count)
    }
  }
  return [Figure(name: "drop_10000_ms", value: cost / 1e6, limit: .atMost(5))]
}

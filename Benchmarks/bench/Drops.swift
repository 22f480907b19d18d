import BrightnessEventLoop
import ComposableCore

/// The time to release a store with ten thousand active holds, until the last release has run.
@Sendable func drops(_ loop: EventLoop) async -> [Figure] {
  let count = 10_000
  let (cost, floor) = await byTurns {
    let released = Tally()
    var store: Store? = Store(initialState: Holder.State(), executor: loop) { Holder(released: released) }
    for id in 0..<count { store?.send(.taken(id)) }
    consume(store)
    return await nanoseconds {
      store = nil
      await released.reach(count)
    }
  } floor: {
    await baselineDrop(count, loop)
  }
  return [Figure(name: "drop_10000_ms", value: cost / 1e6, limit: .atMost(0.4 * floor / 1e6), floor: floor / 1e6)]
}

private func baselineDrop(_ count: Int, _ loop: EventLoop) async -> Double {
  let released = Tally()
  var tasks = (0..<count).map { _ in baselineHold(released, loop) }
  await Task.yield()
  return await nanoseconds {
    for task in tasks { task.cancel() }
    tasks = []
    await released.reach(count)
    await Task.yield()
  }
}

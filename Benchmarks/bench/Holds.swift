import BrightnessEventLoop
import ComposableCore

/// Starting, cancelling and ending a holding effect, without and with work of its own.
@Sendable func holds(_ loop: EventLoop) async -> [Figure] {
  let released = Tally()
  let store = Store(initialState: Holder.State(), executor: loop) { Holder(released: released) }
  let idle = await byTurns {
    nanosecondsEach(of: 20_000) { round in
      store.send(.taken(round))
      store.send(.released(round))
    }
  } floor: {
    await bareTask(loop)
  }
  let working = await byTurns {
    await rounds(2_000) { round in
      store.send(.worked(round))
      await Task.yield()
      store.send(.released(round))
      await Task.yield()
    }
  } floor: {
    await bareTask(loop)
  }
  consume(released.count)
  return [
    Figure(name: "effect_start_cancel_ns", value: idle.cost, limit: .atMost(1.4 * idle.floor), floor: idle.floor),
    Figure(name: "working_effect_start_cancel_ns", value: working.cost, floor: working.floor),
  ]
}

private func rounds(_ count: Int, _ body: (Int) async -> Void) async -> Double {
  await nanoseconds { for round in 0..<count { await body(round) } } / Double(count)
}

/// The cost of a task that only holds a stream, begun, cancelled and awaited: what costs of the
/// core are compared with, since machines differ.
func bareTask(_ loop: EventLoop) async -> Double {
  let released = Tally()
  let cost = await rounds(2_000) { _ in
    let task = baselineHold(released, loop)
    await Task.yield()
    task.cancel()
    await task.value
  }
  consume(released.count)
  return cost
}

/// A task that runs until it is cancelled, with a stream whose end is the release.
func baselineHold(_ released: Tally, _ loop: EventLoop) -> Task<Void, Never> {
  Task(executorPreference: loop) {
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    continuation.onTermination = { _ in released.add() }
    for await _ in stream {}
  }
}

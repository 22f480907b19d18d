import ComposableCore
import EventLoop

/// Starting, cancelling and ending a holding effect, without and with work of its own.
@Sendable func holds(_ loop: EventLoop) async -> [Figure] {
  let released = Tally()
  let store = Store(initialState: Holder.State(), executor: loop) { Holder(released: released) }
  let baseline = await bareTask(loop)
  let idle = await medianOfFive {
    nanosecondsEach(of: 20_000) { round in
      store.send(.taken(round))
      store.send(.released(round))
    }
  }
  let working = await medianOfFive {
    await rounds(2_000) { round in
      store.send(.worked(round))
      await Task.yield()
      store.send(.released(round))
      await Task.yield()
    }
  }
  consume(released.count)
  return [
    Figure(name: "effect_start_cancel_ns", value: idle, limit: .atMost(1.4 * baseline), floor: baseline),
    Figure(name: "working_effect_start_cancel_ns", value: working, floor: baseline),
  ]
}

private func rounds(_ count: Int, _ body: (Int) async -> Void) async -> Double {
  await nanoseconds { for round in 0..<count { await body(round) } } / Double(count)
}

/// The cost of a task that only holds a stream, begun, cancelled and awaited: what costs of the
/// core are compared with, since machines differ.
func bareTask(_ loop: EventLoop) async -> Double { await medianOfFive { await baselineRounds(2_000, loop) } }

private func baselineRounds(_ count: Int, _ loop: EventLoop) async -> Double {
  let released = Tally()
  let cost = await rounds(count) { _ in
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

import BrightnessEventLoop
import ComposableCore

/// The memory of an active holding effect.
@Sendable func holdMemory(_ loop: EventLoop) async -> [Figure] {
  let count = 20_000
  let baseline = await medianOfFive { await baselineMemory(of: count, loop) }
  let held = await medianOfFive { await memory(of: count, loop) { .taken($0) } }
  let working = await medianOfFive { await memory(of: count, loop) { .worked($0) } }
  return [
    Figure(name: "effect_resident_bytes", value: held, limit: .atMost(0.8 * baseline), floor: baseline),
    Figure(name: "working_effect_resident_bytes", value: working, floor: baseline),
  ]
}

private func memory(of count: Int, _ loop: EventLoop, _ action: (Int) -> Holder.Action) async -> Double {
  let released = Tally()
  var store: Store? = Store(initialState: Holder.State(), executor: loop) { Holder(released: released) }
  let before = residentBytes()
  for id in 0..<count { store?.send(action(id)) }
  await Task.yield()
  let after = residentBytes()
  store = nil
  await released.reach(count)
  await Task.yield()
  return (after - before) / Double(count)
}

private func baselineMemory(of count: Int, _ loop: EventLoop) async -> Double {
  let released = Tally()
  let before = residentBytes()
  var tasks: [Task<Void, Never>] = []
  for _ in 0..<count { tasks.append(baselineHold(released, loop)) }
  await Task.yield()
  let after = residentBytes()
  for task in tasks { task.cancel() }
  for task in tasks { await task.value }
  return (after - before) / Double(count)
}

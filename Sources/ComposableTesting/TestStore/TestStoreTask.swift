import Composable
public import Testing

/// Stands for the effects that one send to a test store has started.
public struct TestStoreTask<State: Equatable & Sendable, Action: Sendable> {
  let task: StoreTask
  let store: TestStore<State, Action>

  /// Whether an effect lives that goes back to the send.
  public var isLive: Bool {
    store.collect()
    return store.executor.perform { task.isLiveNow }
  }

  /// Ends the effects that the sent action asked for.
  public func cancel() {
    store.executor.perform { task.cancelNow() }
    store.collect()
  }

  /// Asserts that every effect that goes back to the send has ended.
  public func finish(at location: SourceLocation = #_sourceLocation) {
    store.collect()
    report("", at: location)
  }

  /// Waits up to `timeout`, in real time, until every effect has ended that goes back to the send and waits for work outside of the store's executor.
  public nonisolated(nonsending) func finish(timeout: Duration, at location: SourceLocation = #_sourceLocation) async {
    await store.wait(upTo: timeout) { effectsInFlight.isEmpty }
    report(" within \(timeout)", at: location)
  }

  private var effectsInFlight: [EffectInFlight] {
    task.group.map { key in store.allEffectsInFlight.filter { $0.group == key } } ?? []
  }

  private func report(_ time: String, at location: SourceLocation) {
    let effects = effectsInFlight
    if effects.isEmpty { return }
    store.report(
      "Expected the send to be finished\(time), but there is still in flight:",
      bullets(effects.map(\.name)),
      "If it waits for the clock, advance it. If it ends only when it is cancelled, call \"cancel\" first.",
      at: location
    )
  }
}

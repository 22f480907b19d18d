/// The core of a root store, found without a look-up of its types: `send_ns` in `bench core` depends on that.
protocol RootStore<State, Action>: EffectOwner {
  associatedtype State: Sendable
  associatedtype Action: Sendable

  var stateNow: State { get }
  func process(_ action: Action) -> StoreTask
  func rederive() -> StoreTask
  func add(_ observer: @escaping @Sendable (State) -> Void) -> Int
  func removeObserver(_ key: Int)
}

extension RootStore {
  /// The state as the last action left it; like all of these, for callers on the store's executor.
  nonisolated var state: State { assumeIsolated { core in core.stateNow } }

  nonisolated func send(_ action: Action) -> StoreTask {
    assumeIsolated { core in core.process(action) }
  }

  nonisolated func rederiveEffects() -> StoreTask {
    assumeIsolated { core in core.rederive() }
  }

  nonisolated func observe(_ observer: @escaping @Sendable (State) -> Void) -> Observation {
    let key = assumeIsolated { core in core.add(observer) }
    return Observation { self.whenOnExecutor { core in core.removeObserver(key) } }
  }
}

/// A feature at work: it holds the state, reduces the actions that it is sent, and lets effects live for as long as the state they belong to.
///
/// A store belongs to a serial executor, and is used there alone; its effects run with that executor as their preference. When the last
/// reference to a store goes, all of its effects end.
public final class Store<State: Sendable, Action: Sendable>: Sendable {
  package let source: any StoreSource<State, Action>

  init(source: any StoreSource<State, Action>) {
    self.source = source
  }

  /// Makes a root store.
  ///
  /// The initial state and the reducer are made once, with the store's dependencies in force: those that are current where the store is made,
  /// changed by `update`.
  public convenience init(
    initialState: @autoclosure () -> State,
    executor: any SerialExecutor & TaskExecutor,
    @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>,
    withDependencies update: (inout DependencyValues) -> Void = { _ in }
  ) {
    var dependencies = DependencyValues.current
    update(&dependencies)
    self.init(
      source: RootStore.make(
        executor: executor,
        dependencies: dependencies,
        initialState: initialState,
        reducer: reducer
      )
    )
  }

  /// The state as the last action left it.
  public var state: State { source.storeState }

  /// Reduces the action before it returns, unless the store is at work already: then the action waits for its turn.
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    source.storeSend(action)
  }

  /// Starts again the effects that `onChange` derives from the state, as after a restore.
  @discardableResult
  public func rederive() -> StoreTask {
    source.storeRederive()
  }

  /// Calls `observer` with the state, now and after each turn that may have changed it, until the observation is dropped.
  public func observe(_ observer: @escaping @Sendable (State) -> Void) -> Observation {
    source.storeObserve(observer)
  }
}

/// Somebody's interest in a store's state; it ends with this value.
public final class Observation: Sendable {
  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit {
    end()
  }
}

/// What a store is made of: a root, or a part of another store.
package protocol StoreSource<State, Action>: Sendable {
  associatedtype State: Sendable
  associatedtype Action: Sendable

  var storeState: State { get }
  func storeSend(_ action: Action) -> StoreTask
  func storeRederive() -> StoreTask
  func storeObserve(_ observer: @escaping @Sendable (State) -> Void) -> Observation
}

extension RootStore: StoreSource {
  package nonisolated var storeState: State {
    assumeIsolated { $0.currentState }
  }

  package nonisolated func storeSend(_ action: Action) -> StoreTask {
    assumeIsolated { store in store.task(for: store.send(action)) }
  }

  package nonisolated func storeRederive() -> StoreTask {
    assumeIsolated { store in store.task(for: store.rederive()) }
  }

  package nonisolated func storeObserve(_ observer: @escaping @Sendable (State) -> Void) -> Observation {
    let key = assumeIsolated { $0.observe(observer) }
    return Observation { [weak self] in
      guard let self else { return }
      Task(executorPreference: executor) { await self.onExecutor { store in store.endObservation(key) } }
    }
  }
}

import ComposableTesting

@testable import ComposableCore

/// A store on an executor that the test steps by hand.
final class SteppedStore<State: Sendable, Action: Sendable> {
  let executor: SteppedExecutor
  let core: StoreCore<State, Action>
  private var current: Store<State, Action>?

  init(
    _ initialState: @autoclosure () -> State,
    executor: SteppedExecutor = SteppedExecutor(),
    @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>,
    withDependencies update: (inout DependencyValues) -> Void = { _ in }
  ) {
    self.executor = executor
    let store = Store(initialState: initialState(), executor: executor, reducer: reducer) { values, _ in
      update(&values)
    }
    core = store.core!
    current = store
  }

  deinit {
    drop()
    executor.drain()
  }

  var store: Store<State, Action> { current! }

  var state: State { executor.perform { store.state } }

  /// How many effects live, also when the store has gone.
  var effectCount: Int { executor.perform { core.assumeIsolated { core in core.effectsInFlight.count } } }

  var dependencies: DependencyValues { executor.perform { core.assumeIsolated { core in core.dependencies } } }

  var traces: Traces { executor.perform { core.assumeIsolated { core in core.traces } } }

  /// Sends an action that is made with the store's dependencies in force, and runs what can run.
  @discardableResult
  func send(_ action: @autoclosure () -> Action) -> StoreTask {
    let action = DependencyValues.$current.withValue(dependencies, operation: action)
    defer { executor.drain() }
    return executor.perform { store.send(action) }
  }

  /// Ends what a send has started.
  func cancel(_ task: StoreTask) {
    executor.perform { task.cancelNow() }
    executor.drain()
  }

  /// Gives the store away.
  func take() -> Store<State, Action> { current.take()! }

  /// Drops the store on its executor.
  func drop() {
    executor.perform { dropHere() }
  }

  /// Drops the store where the caller is.
  func dropHere() {
    current = nil
  }
}

import ComposableTesting

@testable import Composable

/// A store on an executor that the test steps by hand.
final class SteppedStore<State: Sendable, Action: Sendable> {
  let executor: SteppedExecutor
  private let core: StoreCore<State, Action>
  private var current: Store<State, Action>?

  init(
    _ initialState: @autoclosure () -> State,
    executor: SteppedExecutor = SteppedExecutor(),
    @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>,
    withDependencies update: (inout DependencyValues) -> Void = { _ in }
  ) {
    self.executor = executor
    var dependencies = DependencyValues.current
    update(&dependencies)
    core = StoreCore.make(executor: executor, dependencies: dependencies, initialState: initialState, reducer: reducer)
    current = Store(core: core)
  }

  deinit {
    drop()
    executor.drain()
  }

  var store: Store<State, Action> { current! }

  var state: State { executor.perform { store.state } }

  /// How many effects live, also when the store has gone.
  var effectCount: Int { executor.perform { core.assumeIsolated { core in core.effectsInFlight.count } } }

  /// Sends, and runs what can run.
  @discardableResult
  func send(_ action: Action) -> StoreTask {
    defer { executor.drain() }
    return executor.perform { store.send(action) }
  }

  func rederive() {
    executor.perform { _ = store.rederive() }
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

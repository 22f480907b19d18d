/// The shell of a store: it guards the core with an executor. Effects keep it, but it is its anchor that keeps the effects.
package actor RootStore<State: Sendable, Action: Sendable> {
  package typealias Executor = any SerialExecutor & TaskExecutor

  package nonisolated let executor: Executor
  package nonisolated let unownedExecutor: UnownedSerialExecutor
  private let core: StoreCore<State, Action>

  private init(
    executor: Executor,
    dependencies: DependencyValues,
    state: State,
    node: ReducerNode<State, Action>
  ) {
    self.executor = executor
    unownedExecutor = executor.asUnownedSerialExecutor()
    let core = StoreCore(executor: executor, dependencies: dependencies, state: state, node: node)
    self.core = core
    core.shell = self
  }

  /// Makes a store; the initial state and the tree are made with the store's dependencies in force.
  package static func make(
    executor: Executor,
    dependencies: DependencyValues,
    initialState: () -> State,
    reducer: () -> some Reducer<State, Action>
  ) -> RootStore {
    DependencyValues.$current.withValue(dependencies) {
      RootStore(
        executor: executor,
        dependencies: dependencies,
        state: initialState(),
        node: reducer().node(in: ReducerTree())
      )
    }
  }

}

extension RootStore {
  /// Does something with the core, for whoever is on the store's executor.
  package nonisolated func now<Result: Sendable>(_ body: @Sendable (StoreCore<State, Action>) -> Result) -> Result {
    assumeIsolated { store in body(store.core) }
  }

  /// Reduces the action before it returns, for whoever is on the store's executor.
  package nonisolated func send(_ action: Action) -> StoreTask {
    assumeIsolated { store in store.core.send(action) }
  }

  /// Does something with the core: at once where the caller is on the store's executor, else in a turn of its own.
  nonisolated func onExecutor<Result: Sendable>(
    _ body: @Sendable (StoreCore<State, Action>) -> Result
  ) async -> Result {
    if let result = nowIfOnExecutor(body) { return result }
    return await isolated(body)
  }

  private nonisolated func nowIfOnExecutor<Result: Sendable>(
    _ body: @Sendable (StoreCore<State, Action>) -> Result
  ) -> Result? {
    executor.isIsolatingCurrentContext() == true ? now(body) : nil
  }

  private func isolated<Result: Sendable>(_ body: @Sendable (StoreCore<State, Action>) -> Result) -> Result {
    body(core)
  }
}

/// Keeps a store's effects alive: when it goes, they end, on the store's executor.
package actor StoreAnchor<State: Sendable, Action: Sendable> {
  package nonisolated let root: RootStore<State, Action>
  package nonisolated let unownedExecutor: UnownedSerialExecutor

  package init(root: RootStore<State, Action>) {
    self.root = root
    unownedExecutor = root.unownedExecutor
  }

  isolated deinit {
    root.now { core in core.endAll() }
  }
}

/// The shell of a store: it guards the core with an executor. Effects keep it, but it is the store's anchor that keeps the effects.
///
/// It knows no types, so that a send on the store's own executor costs no look-up of them.
package actor StoreShell {
  package nonisolated let executor: any SerialExecutor & TaskExecutor
  package nonisolated let unownedExecutor: UnownedSerialExecutor
  fileprivate let core: AnyStoreCore

  private init<State, Action>(
    executor: any SerialExecutor & TaskExecutor,
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
  static func make<R: Reducer>(
    executor: any SerialExecutor & TaskExecutor,
    dependencies: DependencyValues,
    initialState: () -> R.State,
    reducer: () -> R
  ) -> RootStore<R.State, R.Action> {
    DependencyValues.$current.withValue(dependencies) {
      RootStore(
        shell: StoreShell(
          executor: executor,
          dependencies: dependencies,
          state: initialState(),
          node: reducer().node(in: .ofStore())
        )
      )
    }
  }
}

/// A shell together with the types of its core.
package struct RootStore<State: Sendable, Action: Sendable>: Sendable {
  package let shell: StoreShell

  fileprivate init(shell: StoreShell) {
    self.shell = shell
  }

  init(core: StoreCore<State, Action>) {
    shell = core.shell
  }

  /// Makes a store; the initial state and the reducer are made with the store's dependencies in force.
  package init(
    executor: any SerialExecutor & TaskExecutor,
    dependencies: DependencyValues,
    initialState: () -> State,
    reducer: () -> some Reducer<State, Action>
  ) {
    var dependencies = dependencies
    dependencies.stackIDs = StackIDGenerator()
    dependencies.executor = executor
    self = StoreShell.make(
      executor: executor,
      dependencies: dependencies,
      initialState: initialState,
      reducer: reducer
    )
  }

  /// Does something with the core, for whoever is on the store's executor.
  func now<Result: Sendable>(_ body: @Sendable (StoreCore<State, Action>) -> Result) -> Result {
    shell.assumeIsolated { shell in body(Self.core(of: shell)) }
  }

  /// Reduces the action before it returns, for whoever is on the store's executor.
  package func send(_ action: Action) -> StoreTask {
    shell.assumeIsolated { shell in Self.core(of: shell).send(action) }
  }

  /// Does something with the core: at once where the caller is on the store's executor, else in a turn of its own.
  func onExecutor<Result: Sendable>(_ body: @Sendable (StoreCore<State, Action>) -> Result) async -> Result {
    await shell.onExecutor { core in body(unsafeDowncast(core, to: StoreCore<State, Action>.self)) }
  }

  /// Does something with the core: at once where the caller is on the store's executor, else as soon as the executor can.
  func whenOnExecutor(_ body: @escaping @Sendable (StoreCore<State, Action>) -> Void) {
    if shell.executor.isIsolatingCurrentContext() == true { return now(body) }
    Task(executorPreference: shell.executor) { await onExecutor(body) }
  }

  // The shell was made with a core of these types.
  private static func core(of shell: isolated StoreShell) -> StoreCore<State, Action> {
    unsafeDowncast(shell.core, to: StoreCore<State, Action>.self)
  }
}

extension StoreShell {
  /// Does something with the core: at once where the caller is on the store's executor, else in a turn of its own.
  nonisolated func onExecutor<Result: Sendable>(_ body: @Sendable (AnyStoreCore) -> Result) async -> Result {
    if let result = nowIfOnExecutor(body) { return result }
    return await isolated(body)
  }

  /// Does something with the core, for whoever is on the store's executor.
  nonisolated func now<Result: Sendable>(_ body: @Sendable (AnyStoreCore) -> Result) -> Result {
    assumeIsolated { shell in body(shell.core) }
  }

  private nonisolated func nowIfOnExecutor<Result: Sendable>(
    _ body: @Sendable (AnyStoreCore) -> Result
  ) -> Result? {
    executor.isIsolatingCurrentContext() == true ? now(body) : nil
  }

  private func isolated<Result: Sendable>(_ body: @Sendable (AnyStoreCore) -> Result) -> Result {
    body(core)
  }
}

/// Keeps a store's effects alive: when it goes, they end, on the store's executor.
actor StoreAnchor {
  private let shell: StoreShell
  nonisolated let unownedExecutor: UnownedSerialExecutor

  init(shell: StoreShell) {
    self.shell = shell
    unownedExecutor = shell.unownedExecutor
  }

  isolated deinit {
    shell.assumeIsolated { shell in shell.core.endAll() }
  }
}

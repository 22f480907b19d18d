/// A feature at work: it holds the state, reduces the actions that it is sent, and lets effects live for as long as the state they belong to.
///
/// A store belongs to a serial executor, and is used there alone; its effects run with that executor as their preference. When the last
/// reference to a store goes, all of its effects end.
public final class Store<State: Sendable, Action: Sendable>: Sendable {
  private let root: RootStore<State, Action>?
  private let anchor: StoreAnchor?
  private let part: (any StorePart<State, Action>)?

  package init(root: RootStore<State, Action>) {
    self.root = root
    anchor = StoreAnchor(shell: root.shell)
    part = nil
  }

  init(part: any StorePart<State, Action>) {
    root = nil
    anchor = nil
    self.part = part
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
      root: RootStore(
        executor: executor,
        dependencies: dependencies,
        initialState: initialState,
        reducer: reducer
      )
    )
  }

  /// The state as the last action left it.
  public var state: State {
    root?.now { core in core.state } ?? part!.state
  }

  /// Reduces the action before it returns, unless the store is at work already: then the action waits for its turn.
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    guard let root else { return part!.send(action) }
    return root.send(action)
  }

  /// Starts again the effects that `onChange` derives from the state, as after a restore; to be called on a root store.
  @discardableResult
  public func rederive() -> StoreTask {
    guard let root else { preconditionFailure("a part of a store was asked to derive effects, which is for its root") }
    return root.now { core in core.rederive() }
  }

  /// Calls `observer` with the state, now and after each turn, until the observation is dropped.
  ///
  /// What it sends is reduced when all observers know the state, and they are told of it once more. An observation keeps no store alive.
  public func observe(_ observer: @escaping @Sendable (State) -> Void) -> Observation {
    root?.observation(observer) ?? part!.observe(observer)
  }
}

/// Somebody's interest in a store's state; it ends with this value: at once where it is dropped on the store's executor, else as soon as that can.
public final class Observation: Sendable {
  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit {
    end()
  }
}

extension RootStore {
  func observation(_ observer: @escaping @Sendable (State) -> Void) -> Observation {
    let key = now { core in core.observe(observer) }
    return Observation { whenOnExecutor { core in core.observers.remove(key) } }
  }
}

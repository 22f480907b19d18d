import Synchronization

/// A running feature: holds the state, reduces the actions that it is sent, and ends each effect
/// with the state that it belongs to.
///
/// A store belongs to a serial executor, and may be used only there; its effects prefer that
/// executor. When the last reference to a store is released, all of its effects end.
public final class Store<State: Sendable, Action: Sendable>: Sendable {
  private let source: Source
  /// The core of a root store. It and `send` are inlinable, so that the module that uses the store
  /// can specialize them: generic code here would look up the types for every action (`send_ns` in
  /// `bench core`).
  @usableFromInline let core: StoreCore<State, Action>?
  /// Ends the effects when a root store is released. A scoped store retains its parent instead.
  private let anchor: StoreAnchor?
  let elementObservers = Mutex<[WeakElementObservers]>([])

  /// The source of a store's state: its core, or a part of another store, read from there each
  /// time.
  private struct Source: Sendable {
    let state: @Sendable () -> State
    let send: @Sendable (Action) -> StoreTask
    let observe: @Sendable (@escaping @Sendable (State) -> Void) -> ObserveToken
  }

  package init(core: StoreCore<State, Action>) {
    source = Source(state: { core.state }, send: core.send, observe: core.observe)
    self.core = core
    anchor = StoreAnchor(core: core)
  }

  private init<Parent, ParentAction>(
    of parent: Store<Parent, ParentAction>,
    embed: @escaping @Sendable (Action) -> ParentAction,
    read: @escaping @Sendable (Parent) -> State,
    observe: @escaping @Sendable (@escaping @Sendable (Parent) -> Void) -> ObserveToken
  ) {
    source = Source(
      state: { read(parent.state) },
      send: { parent.send(embed($0)) },
      observe: { observer in observe { observer(read($0)) } }
    )
    core = nil
    anchor = nil
  }

  /// Makes a root store.
  ///
  /// The initial state and the reducer are made once, with the store's dependencies in force: the
  /// current ones at the call, changed by `update`. A turn begins with an action from outside, and
  /// lasts until no action is queued.
  ///
  /// - Parameters:
  ///   - initialState: The state to begin with.
  ///   - executor: Where the store lives, and its effects run.
  ///   - reducer: Changes the state, and asks for effects.
  ///   - update: Changes the dependencies; one that reports back to this store keeps the input for
  ///     that.
  ///   - endOfTurn: Completes the state once per turn, when the queue is empty and before observers
  ///     are called. It must not remove children.
  ///   - onInput: Receives each action that enters from outside, before it is reduced: from a
  ///     caller, an effect's task or an observer. Actions that are queued during a turn follow
  ///     from those, and are left out.
  public convenience init(
    initialState: @autoclosure () -> State,
    executor: any SerialExecutor & TaskExecutor,
    @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>,
    withDependencies update: (inout DependencyValues, StoreInput<Action>) -> Void = { _, _ in },
    endOfTurn: (@Sendable (inout State) -> Void)? = nil,
    onInput: (@Sendable (Action) -> Void)? = nil
  ) {
    var dependencies = DependencyValues.current
    let input = StoreInput<Action>()
    update(&dependencies, input)
    let core = StoreCore.make(
      executor: executor,
      dependencies: dependencies,
      endOfTurn: endOfTurn,
      onInput: onInput,
      initialState: initialState,
      reducer: reducer
    )
    input.connect(to: core)
    self.init(core: core)
    if core.isMountable { core.whenOnExecutor { core in core.mount() } }
  }

  /// Makes a root store whose dependencies do not report back to it.
  public convenience init(
    initialState: @autoclosure () -> State,
    executor: any SerialExecutor & TaskExecutor,
    @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>,
    withDependencies update: (inout DependencyValues) -> Void
  ) {
    self.init(initialState: initialState(), executor: executor, reducer: reducer) { values, _ in update(&values) }
  }

  /// The state as the last action left it.
  public var state: State { source.state() }

  /// Reduces the action before it returns. During a turn, the action is queued instead.
  @discardableResult
  @inlinable public func send(_ action: Action) -> StoreTask { core?.send(action) ?? sendToSource(action) }

  @usableFromInline func sendToSource(_ action: Action) -> StoreTask { source.send(action) }

  /// Calls `observer` with the state, now and after each turn, until the token is dropped.
  ///
  /// A scoped store whose part is `Equatable` calls it only after turns that changed the part.
  /// Actions that an observer sends are reduced once all observers were called; then observers are
  /// called again. The token does not retain the store.
  public func observe(_ observer: @escaping @Sendable (State) -> Void) -> ObserveToken {
    observeTurns(core == nil ? distinct(observer) : observer)
  }

  /// Calls `observer` after each turn, whatever it changed. An element's store skips the turns that
  /// cannot have changed the element.
  func observeTurns(_ observer: @escaping @Sendable (State) -> Void) -> ObserveToken { source.observe(observer) }
}

extension Store {
  /// A store for a part of the state and its actions. It retains this store, and so keeps the
  /// effects alive.
  ///
  /// ```swift
  /// let settings = store.scope(state: \.settings, action: \.settings)
  /// let editor = store.scope(state: \.sheet?.editor, action: \.sheet.editor)
  /// ```
  ///
  /// A scoped store has no identity: each call makes a new one, and all those of the same part show
  /// the same state and send to the same root.
  public func scope<Child: Sendable, ChildAction: Sendable>(
    state keyPath: any KeyPath<State, Child> & Sendable,
    action actionPath: CasePath<Action, ChildAction>
  ) -> Store<Child, ChildAction> {
    Store<Child, ChildAction>(of: self, embed: actionPath.embed, read: { $0[keyPath: keyPath] }, observe: observeTurns)
  }

  /// A store for an optional part; nil while there is none. After the part is removed, the store
  /// keeps its last value.
  public func scope<Child: Sendable, ChildAction: Sendable>(
    state keyPath: any KeyPath<State, Child?> & Sendable,
    action actionPath: CasePath<Action, ChildAction>
  ) -> Store<Child, ChildAction>? {
    part(embed: actionPath.embed) { $0[keyPath: keyPath] }
  }

  /// A store for one element; nil while there is none with that id. After the element is removed,
  /// the store keeps its last value.
  public func scope<ID, Element: Sendable, ElementAction: Sendable>(
    state keyPath: any KeyPath<State, IdentifiedArray<ID, Element>> & Sendable,
    id: ID,
    action actionPath: CasePath<Action, IdentifiedAction<ID, ElementAction>>
  ) -> Store<Element, ElementAction>? {
    part(
      embed: { actionPath.embed(.element(id: id, action: $0)) },
      read: { $0[keyPath: keyPath][id: id] },
      observe: { self.observeTurns(of: id, in: keyPath, $0) }
    )
  }

  /// A store for a part; nil while there is none. A part with its own observers passes `observe`.
  package func part<Part: Sendable, PartAction: Sendable>(
    embed: @escaping @Sendable (PartAction) -> Action,
    read: @escaping @Sendable (State) -> Part?,
    observe: (@Sendable (@escaping @Sendable (State) -> Void) -> ObserveToken)? = nil
  ) -> Store<Part, PartAction>? {
    guard let part = read(state) else { return nil }
    let last = Mutex(part)
    let readLast: @Sendable (State) -> Part = { state in
      last.withLock { last in
        last = read(state) ?? last
        return last
      }
    }
    return Store<Part, PartAction>(of: self, embed: embed, read: readLast, observe: observe ?? observeTurns)
  }
}

extension StoreCore {
  nonisolated var state: State {
    explainCallFromElsewhere("state")
    return assumeIsolated { core in core.stateNow }
  }

  @inlinable nonisolated func send(_ action: Action) -> StoreTask {
    explainCallFromElsewhere("send")
    return assumeIsolated { core in core.process(action) }
  }

  fileprivate nonisolated func observe(_ observer: @escaping @Sendable (State) -> Void) -> ObserveToken {
    explainCallFromElsewhere("observe")
    let key = assumeIsolated { core in core.add(observer) }
    return ObserveToken { self.whenOnExecutor { core in core.removeObserver(key) } }
  }
}

/// Keeps an observation of a store's state alive.
///
/// The observation ends when this is dropped: at once on the store's executor; elsewhere, as soon
/// as the executor runs a job.
// Not "Observation": the type would hide the module of that name, which the macro '@Observable'
// writes into its code.
public final class ObserveToken: Sendable {
  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit {
    end()
  }
}

/// A way for a dependency to send actions to the store that it belongs to.
///
/// A store's `withDependencies` closure is given one. During a turn an action is queued behind
/// those that already wait, and reduced in the same turn; at any other time it starts a turn of its
/// own. The reference is weak: before the store is made and after its end, actions are dropped.
///
/// ```swift
/// let store = Store(initialState: Lamp.State(), executor: executor) {
///   Lamp()
/// } withDependencies: { values, input in
///   values.lampClient = LampClient(hold: { input.send(.acquired) }, release: { input.send(.released) })
/// }
/// ```
public final class StoreInput<Action: Sendable>: Sendable {
  private let target = Mutex<Target?>(nil)

  /// The closure is in a structure because a mutex of a bare closure wraps it again on each read:
  /// the ten thousandth send would go through ten thousand wrappers.
  private struct Target: Sendable {
    let send: @Sendable (Action) -> Void
  }

  package init() {}

  /// Queues the action during a turn of the store; otherwise starts a turn with it.
  public func send(_ action: Action) {
    target.withLock { $0 }?.send(action)
  }

  /// Connects the input, once the store that needs it as a dependency exists.
  package func connect(to core: StoreCore<some Sendable, Action>) {
    target.withLock { target in
      target = Target { [weak core] action in core?.whenOnExecutor { core in _ = core.process(action) } }
    }
  }
}

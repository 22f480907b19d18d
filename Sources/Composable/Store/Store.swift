import Synchronization

/// A feature at work: it holds the state, reduces the actions that it is sent, and lets effects live for as long as the state they belong to.
///
/// A store belongs to a serial executor, and is used there alone; its effects run with that executor as their preference. When the last
/// reference to a store goes, all of its effects end.
public final class Store<State: Sendable, Action: Sendable>: Sendable {
  private let root: (any RootStore<State, Action>)?
  /// Ends the effects with the last reference to a root store; a part keeps its parent instead.
  private let anchor: StoreAnchor?
  private let part: (any StorePart<State, Action>)?

  package init(core: StoreCore<State, Action>) {
    root = core
    anchor = StoreAnchor(core: core)
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
  ///
  /// A turn begins with an action from outside, and lasts until no action is queued any more.
  ///
  /// - Parameters:
  ///   - update: Changes the dependencies; one that reports back to this store keeps the input for that.
  ///   - endOfTurn: Completes the state once per turn, when the queue is empty and before observers are called. It must not remove children.
  ///   - onInput: Receives each action that enters from outside, before it is reduced: from a caller, an effect's task or an observer. Actions that are
  ///     queued during a turn follow from those, and are left out.
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
      callbacks: TurnCallbacks(endOfTurn: endOfTurn, onInput: onInput),
      initialState: initialState,
      reducer: reducer
    )
    input.connect(to: core)
    self.init(core: core)
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
  public var state: State { root?.state ?? part!.state }

  /// Reduces the action before it returns, unless the store is at work already: then the action is queued.
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    guard let root else { return part!.send(action) }
    return root.send(action)
  }

  /// Starts again the effects that `onChange` derives from the state, as after a restore; to be called on a root store.
  @discardableResult
  public func rederive() -> StoreTask {
    guard let root else { preconditionFailure("a part of a store was asked to derive effects, which is for its root") }
    return root.rederiveEffects()
  }

  /// Calls `observer` with the state, now and after each turn, until the observation is dropped.
  ///
  /// The actions that it sends are reduced when all observers know the state, and observers are called once more. An observation keeps no store alive.
  public func observe(_ observer: @escaping @Sendable (State) -> Void) -> Observation {
    root?.observe(observer) ?? part!.observe(observer)
  }
}

extension Store {
  /// A store of a part of this one's state, for the actions that belong to it. It keeps this store's effects alive.
  ///
  /// A scoped store has no identity: each call makes one of its own, and all of one part show the same and reach the same root.
  public func scope<Child: Sendable, ChildAction: Sendable>(
    state keyPath: any KeyPath<State, Child> & Sendable,
    action actionPath: CasePath<Action, ChildAction>
  ) -> Store<Child, ChildAction> {
    Store<Child, ChildAction>(
      part: ScopedStore(parent: self, embed: actionPath.embed) { state, _ in state[keyPath: keyPath] }
    )
  }

  /// A store of an optional part, if it is there; while it is not there any more, the store goes on to show what it was last.
  public func scope<Child: Sendable, ChildAction: Sendable>(
    state keyPath: any KeyPath<State, Child?> & Sendable,
    action actionPath: CasePath<Action, ChildAction>
  ) -> Store<Child, ChildAction>? {
    guard let child = state[keyPath: keyPath] else { return nil }
    return Store<Child, ChildAction>(
      part: ScopedStore(parent: self, embed: actionPath.embed, last: child) { state, last in
        state[keyPath: keyPath] ?? last!
      }
    )
  }

  /// A store of one element, if it is there; while it is not there any more, the store goes on to show what it was last.
  public func scope<ID, Element: Sendable, ElementAction: Sendable>(
    state keyPath: any KeyPath<State, IdentifiedArray<ID, Element>> & Sendable,
    id: ID,
    action actionPath: CasePath<Action, IdentifiedAction<ID, ElementAction>>
  ) -> Store<Element, ElementAction>? {
    guard let element = state[keyPath: keyPath][id: id] else { return nil }
    let embed: @Sendable (ElementAction) -> Action = { actionPath.embed(.element(id: id, action: $0)) }
    return Store<Element, ElementAction>(
      part: ScopedStore(parent: self, embed: embed, last: element) { state, last in
        state[keyPath: keyPath][id: id] ?? last!
      }
    )
  }
}

/// A part of another store, made by `scope`.
protocol StorePart<State, Action>: Sendable {
  associatedtype State: Sendable
  associatedtype Action: Sendable

  var state: State { get }
  func send(_ action: Action) -> StoreTask
  func observe(_ observer: @escaping @Sendable (State) -> Void) -> Observation
}

/// A part of a parent's state, read from the parent each time.
final class ScopedStore<Parent: Sendable, ParentAction: Sendable, State: Sendable, Action: Sendable>: StorePart {
  private let parent: Store<Parent, ParentAction>
  private let embed: @Sendable (Action) -> ParentAction
  private let reader: PartReader<Parent, State>

  init(
    parent: Store<Parent, ParentAction>,
    embed: @escaping @Sendable (Action) -> ParentAction,
    last: State? = nil,
    read: @escaping @Sendable (Parent, State?) -> State
  ) {
    self.parent = parent
    self.embed = embed
    reader = PartReader(last: last, read: read)
  }

  var state: State { reader.part(of: parent.state) }

  func send(_ action: Action) -> StoreTask {
    parent.send(embed(action))
  }

  func observe(_ observer: @escaping @Sendable (State) -> Void) -> Observation {
    parent.observe { [reader] state in observer(reader.part(of: state)) }
  }
}

/// Reads a part of a parent's state, and remembers it for when it is gone.
private final class PartReader<Parent: Sendable, State: Sendable>: Sendable {
  private let read: @Sendable (Parent, State?) -> State
  private let last: Mutex<State?>

  init(last: State?, read: @escaping @Sendable (Parent, State?) -> State) {
    self.last = Mutex(last)
    self.read = read
  }

  func part(of state: Parent) -> State {
    last.withLock { last in
      let part = read(state, last)
      last = part
      return part
    }
  }
}

extension Reducer {
  /// Runs a presented child's reducer, before this one, while the child is there.
  ///
  /// `dismiss` takes the child away after this reducer has seen it leave; a child asks for it with the `dismiss` dependency. When the child goes
  /// away or is replaced by one of another identity, whoever did it, its effects end at once.
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ keyPath: SendableKeyPath<State, PresentationState<ChildState>>,
    action actionPath: CasePath<Action, PresentationAction<ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> destination child: () -> Child,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> PresentingReducer<Self, Child> {
    PresentingReducer(
      parent: self,
      child: child(),
      keyPath: keyPath,
      actionPath: actionPath,
      location: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}

/// A parent that presents a child; made by `ifLet`.
public struct PresentingReducer<Parent: Reducer, Child: Reducer>: ReducerOperator {
  public typealias State = Parent.State
  public typealias Action = Parent.Action

  @usableFromInline let parent: Parent
  @usableFromInline let child: Child
  @usableFromInline let keyPath: SendableKeyPath<State, PresentationState<Child.State>>
  @usableFromInline let actionPath: CasePath<Action, PresentationAction<Child.Action>>
  @usableFromInline let location: CodeLocation

  @inlinable
  public func node(in tree: ReducerTree) -> ReducerNode<State, Action> {
    let presented = OptionalChild(
      slot: PresentationSlot(keyPath: keyPath),
      node: child.node(in: tree).presented(),
      mount: tree.makeMountID(),
      embed: { [actionPath] in actionPath.embed(.presented($0)) },
      dismissal: actionPath.embed(.dismiss),
      identity: presentedIdentity(of: Child.State.self)
    )
    let isEphemeral = ephemerality(of: Child.State.self)
    let parent = parent.node(in: tree)
    return ReducerNode(
      reduce: { state, action in reduce(&state, action, presented, isEphemeral, parent) },
      mounts: [presented.mountPoint] + parent.mounts,
      rederive: ReducerNode.joined(presented.rederive, parent.rederive)
    )
  }

  @usableFromInline typealias Presented = OptionalChild<PresentationSlot<State, Child.State>, Child.Action, Action>

  @inlinable
  func reduce(
    _ state: inout State,
    _ action: Action,
    _ presented: Presented,
    _ isEphemeral: Ephemerality<Child.State>?,
    _ parent: ReducerNode<State, Action>
  ) -> Effect<Action> {
    switch actionPath.extract(action) {
    case nil: return parent.reduce(&state, action)
    case .presented(let childAction):
      let effect = reduceChild(&state, action, childAction, presented, isEphemeral)
      return effect.merge(with: parent.reduce(&state, action))
    case .dismiss:
      return dismiss(&state, action, presented, parent)
    }
  }

  @inlinable
  func reduceChild(
    _ state: inout State,
    _ action: Action,
    _ childAction: Child.Action,
    _ presented: Presented,
    _ isEphemeral: Ephemerality<Child.State>?
  ) -> Effect<Action> {
    let isAnswered = isEphemeral.flatMap { isEphemeral in presented.slot.read(state).map(isEphemeral) } ?? false
    guard let effect = presented.reduce(&state, childAction) else { return misrouted(action, state) }
    if isAnswered { state[keyPath: keyPath].wrappedValue = nil }
    return effect
  }

  @usableFromInline
  func dismiss(
    _ state: inout State,
    _ action: Action,
    _ presented: Presented,
    _ parent: ReducerNode<State, Action>
  ) -> Effect<Action> {
    guard let leaving = presented.identity(in: state) else {
      let effect = misrouted(action, state)
      return effect.merge(with: parent.reduce(&state, action))
    }
    let effect = parent.reduce(&state, action)
    if presented.identity(in: state) == leaving { state[keyPath: keyPath].wrappedValue = nil }
    return effect
  }

  @usableFromInline
  func misrouted(_ action: Action, _ state: State) -> Effect<Action> {
    MisroutedAction("ifLet", action: action, state: state, location).report()
    return .none
  }
}

/// A presented property.
@usableFromInline
struct PresentationSlot<State: Sendable, Child: Sendable>: ChildSlot {
  @usableFromInline let keyPath: SendableKeyPath<State, PresentationState<Child>>

  @inlinable
  init(keyPath: SendableKeyPath<State, PresentationState<Child>>) {
    self.keyPath = keyPath
  }

  // A wrapped property is read and written back, never changed in place: so the child is taken out meanwhile, lest it be copied.
  @inlinable
  func modify<Result>(_ state: inout State, _ body: (inout Child) -> Result) -> Result? {
    var presentation = state[keyPath: keyPath]
    guard presentation.isPresenting else { return nil }
    state[keyPath: keyPath] = PresentationState(wrappedValue: nil)
    defer { state[keyPath: keyPath] = presentation }
    return presentation.wrappedValue.modifyIfPresent(body)
  }

  @inlinable
  func read(_ state: State) -> Child? {
    state[keyPath: keyPath].wrappedValue
  }
}

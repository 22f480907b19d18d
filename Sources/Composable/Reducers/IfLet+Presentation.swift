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

/// State that serves one action only, as an alert does: its child is gone after any action of its own.
public protocol EphemeralState {
  /// Whether the value at hand is of that kind: an enum may have cases that are and cases that are not.
  var isEphemeral: Bool { get }
}

extension EphemeralState {
  public var isEphemeral: Bool { true }
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
      dismissal: actionPath.embed(.dismiss)
    )
    let parent = parent.node(in: tree)
    return ReducerNode(
      reduce: { state, action in reduce(&state, action, presented, parent) },
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
    _ parent: ReducerNode<State, Action>
  ) -> Effect<Action> {
    switch actionPath.extract(action) {
    case nil: return parent.reduce(&state, action)
    case .presented(let childAction):
      let effect = reduceChild(&state, action, childAction, presented)
      return effect.merge(with: parent.reduce(&state, action))
    case .dismiss:
      return dismiss(&state, action, parent)
    }
  }

  @inlinable
  func reduceChild(
    _ state: inout State,
    _ action: Action,
    _ childAction: Child.Action,
    _ presented: Presented
  ) -> Effect<Action> {
    let wasEphemeral = (state[keyPath: keyPath].wrappedValue as? any EphemeralState)?.isEphemeral ?? false
    guard let effect = presented.reduce(&state, childAction) else { return misrouted(action, state) }
    if wasEphemeral { state[keyPath: keyPath].wrappedValue = nil }
    return effect
  }

  @usableFromInline
  func dismiss(_ state: inout State, _ action: Action, _ parent: ReducerNode<State, Action>) -> Effect<Action> {
    guard let leaving = state[keyPath: keyPath].wrappedValue.map(PresentedIdentity.init) else {
      let effect = misrouted(action, state)
      return effect.merge(with: parent.reduce(&state, action))
    }
    let effect = parent.reduce(&state, action)
    if state[keyPath: keyPath].wrappedValue.map(PresentedIdentity.init) == leaving {
      state[keyPath: keyPath].wrappedValue = nil
    }
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

  @inlinable
  func modify<Result>(_ state: inout State, _ body: (inout Child) -> Result) -> Result? {
    // A path to `$child` reads the wrapper and writes it back. The state gives the child up meanwhile, so that it has one owner and is not copied.
    var presentation = state[keyPath: keyPath]
    state[keyPath: keyPath] = PresentationState(wrappedValue: nil)
    defer { state[keyPath: keyPath] = presentation }
    return presentation.wrappedValue.modifyIfPresent(body)
  }

  @inlinable
  func read(_ state: State) -> Child? {
    state[keyPath: keyPath].wrappedValue
  }
}

/// What tells one presented child from the next: its case, where it is an enum, and the `id` of the child or of the case's payload.
private struct PresentedIdentity: Equatable {
  private let caseLabel: String?
  private let id: AnyHashable?

  init(_ child: Any) {
    let mirror = Mirror(reflecting: child)
    let payload = mirror.displayStyle == .enum ? mirror.children.first?.value : nil
    caseLabel = mirror.displayStyle == .enum ? mirror.children.first?.label ?? "\(child)" : nil
    id = Self.id(of: child) ?? payload.flatMap(Self.id)
  }

  private static func id(of value: Any) -> AnyHashable? {
    (value as? any Identifiable).flatMap { $0.id as? AnyHashable }
  }
}

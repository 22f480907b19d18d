import Synchronization

extension Reducer {
  /// Runs a presented child's reducer, before this one, while the child is there.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.$countdown, action: .countdown) { Countdown() }
  /// ```
  ///
  /// `dismiss` takes the child away after this reducer has seen it leave; a child asks for it with the `dismiss` dependency. When the child goes
  /// away or is replaced by one of another identity, its effects end at once, whichever reducer did it.
  @inlinable
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ keyPath: SendableKeyPath<State, PresentationState<ChildState>>,
    action actionPath: CasePath<Action, PresentationAction<ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> destination child: () -> Child,
    fileID: String = #fileID,
    filePath: String = #fileID,
    line: Int = #line,
    column: Int = #column
  ) -> Reduce<State, Action> {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let child = child()
    return Reduce(makeNode: { tree in
      let presented = OptionalChild(
        slot: PresentationSlot(keyPath: keyPath),
        node: child.node(in: tree).presented(),
        mount: tree.makeMountID(),
        embed: { actionPath.embed(.presented($0)) },
        dismissal: actionPath.embed(.dismiss),
        identity: presentedIdentity(of: ChildState.self)
      )
      let parent = node(in: tree)
      let presentation = Presentation(keyPath: keyPath, presented: presented, parent: parent, location: location)
      return ReducerNode(
        reduce: { state, action in presentation.reduce(&state, action, actionPath.extract(action)) },
        mounts: [presented.mountPoint] + parent.mounts,
        rederive: ReducerNode.joined(presented.rederive, parent.rederive)
      )
    })
  }
}

/// A parent that presents a child.
@usableFromInline
struct Presentation<State: Sendable, Action: Sendable, Child: Sendable, ChildAction: Sendable>: Sendable {
  @usableFromInline let keyPath: SendableKeyPath<State, PresentationState<Child>>
  @usableFromInline let presented: OptionalChild<PresentationSlot<State, Child>, ChildAction, Action>
  @usableFromInline let isEphemeral = ephemerality(of: Child.self)
  @usableFromInline let parent: ReducerNode<State, Action>
  @usableFromInline let location: CodeLocation

  @inlinable
  init(
    keyPath: SendableKeyPath<State, PresentationState<Child>>,
    presented: OptionalChild<PresentationSlot<State, Child>, ChildAction, Action>,
    parent: ReducerNode<State, Action>,
    location: CodeLocation
  ) {
    self.keyPath = keyPath
    self.presented = presented
    self.parent = parent
    self.location = location
  }

  @inlinable
  func reduce(
    _ state: inout State,
    _ action: Action,
    _ presentationAction: PresentationAction<ChildAction>?
  ) -> Effect<Action> {
    switch presentationAction {
    case nil: return parent.reduce(&state, action)
    case .presented(let childAction):
      let effect = reduceChild(&state, action, childAction)
      return effect.merge(with: parent.reduce(&state, action))
    case .dismiss: return dismiss(&state, action)
    }
  }

  @inlinable
  func reduceChild(_ state: inout State, _ action: Action, _ childAction: ChildAction) -> Effect<Action> {
    let isAnswered = isEphemeral.flatMap { isEphemeral in presented.slot.read(state).map(isEphemeral) } ?? false
    guard let effect = presented.reduce(&state, childAction) else { return misrouted(action, state) }
    if isAnswered { state[keyPath: keyPath].wrappedValue = nil }
    return effect
  }

  @usableFromInline
  func dismiss(_ state: inout State, _ action: Action) -> Effect<Action> {
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

/// State that serves one action only, as an alert does: its child is gone after any action of its own.
public protocol EphemeralState {
  /// Whether the value at hand is of that kind: an enum may have cases that are and cases that are not.
  var isEphemeral: Bool { get }
}

extension EphemeralState {
  public var isEphemeral: Bool { true }
}

@usableFromInline typealias Ephemerality<Child> = @Sendable (Child) -> Bool

/// Reads whether a child is ephemeral; nil where children of that type never are.
@inlinable
func ephemerality<Child>(of type: Child.Type) -> Ephemerality<Child>? {
  guard type is any EphemeralState.Type else { return nil }
  return { child in (child as? any EphemeralState)?.isEphemeral ?? false }
}

extension DependencyValues {
  /// Reduces as something that can be dismissed: the reducers see it, and the effects that they start.
  @usableFromInline
  @Sendable
  static func present<Result>(_ reduce: () -> Result) -> Result {
    var values = current
    values.isPresented = true
    return $current.withValue(values, operation: reduce)
  }
}

extension ReducerNode {
  /// Lets the node's reducers know that they belong to something that can be dismissed.
  @inlinable
  func presented() -> Self {
    wrapped(DependencyValues.present)
  }
}

/// Reads the identity of a presented child: its `id` where it has one; and where it is an enum its case, with the `id` of the case's
/// payload.
///
/// It is asked for while effects of the child live or begin, and when it is dismissed.
@usableFromInline
func presentedIdentity<Child: Sendable>(of type: Child.Type) -> @Sendable (Child) -> ErasedID {
  let own = childIdentity(of: type)
  let kind = ReflectedKind()
  return { child in
    kind.isEnum(child) ? ErasedID(PresentedCase(child, id: own(child))) : own(child)
  }
}

/// Which case of an enum is presented.
private struct PresentedCase: Hashable, Sendable {
  private let name: String
  private let id: ErasedID
  private let payloadID: ErasedID?

  init(_ child: Any, id: ErasedID) {
    let payload = Mirror(reflecting: child).children.first
    name = payload.map { $0.label ?? "" } ?? "\(child)"
    self.id = id
    payloadID = (payload?.value as? any Identifiable).map { ErasedID(of: $0) }
  }
}

/// Whether the values of one type are enums; determined by reflection for the first value, then remembered.
private final class ReflectedKind: Sendable {
  private enum Kind: UInt8, AtomicRepresentable {
    case unknown, isEnum, isOther
  }

  private let known = Atomic(Kind.unknown)

  func isEnum(_ value: Any) -> Bool {
    switch known.load(ordering: .relaxed) {
    case .isEnum: return true
    case .isOther: return false
    case .unknown:
      let isEnum = Mirror(reflecting: value).displayStyle == .enum
      known.store(isEnum ? .isEnum : .isOther, ordering: .relaxed)
      return isEnum
    }
  }
}

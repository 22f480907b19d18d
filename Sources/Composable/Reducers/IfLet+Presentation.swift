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
    line: Int = #line
  ) -> Reduce<State, Action> {
    let location = CodeLocation(fileID: fileID, line: line)
    let child = child()
    let mayBeEphemeral = ChildState.self is any EphemeralState.Type
    return Reduce(makeNode: { tree in
      let presented = OptionalChild<State, ChildState, ChildAction, Action>(
        read: { $0[keyPath: keyPath].wrappedValue },
        modify: { state, body in
          // A wrapped property is read and written back, never changed in place: so the child is taken out meanwhile, lest it be copied.
          var presentation = state[keyPath: keyPath]
          guard presentation.isPresenting else { return nil }
          state[keyPath: keyPath] = PresentationState(wrappedValue: nil)
          defer { state[keyPath: keyPath] = presentation }
          return presentation.wrappedValue.modifyIfPresent(body)
        },
        node: child.node(in: tree).presented(),
        mount: tree.makeMountID(),
        embed: { actionPath.embed(.presented($0)) },
        dismissal: actionPath.embed(.dismiss),
        identity: presentedIdentity(of: ChildState.self)
      )
      let parent = node(in: tree)
      let reduce: ReducerNode<State, Action>.Reduction = { state, action in
        switch actionPath.extract(action) {
        case nil: return parent.reduce(&state, action)
        case .presented(let childAction):
          let isAnswered = mayBeEphemeral && isEphemeral(presented.read(state))
          let effect = presented.reduce(&state, childAction)
          if effect == nil { reportMisrouted(action, by: "ifLet", at: location, state: state) }
          if isAnswered { state[keyPath: keyPath].wrappedValue = nil }
          return (effect ?? .none).merge(with: parent.reduce(&state, action))
        case .dismiss:
          let leaving = presented.read(state).map(presented.identity)
          if leaving == nil { reportMisrouted(action, by: "ifLet", at: location, state: state) }
          let effect = parent.reduce(&state, action)
          let isLeaving = leaving != nil && presented.read(state).map(presented.identity) == leaving
          if isLeaving { state[keyPath: keyPath].wrappedValue = nil }
          return effect
        }
      }
      return ReducerNode(
        reduce: reduce,
        mounts: [presented.mountPoint] + parent.mounts,
        rederive: ReducerNode.joined(presented.rederive, parent.rederive)
      )
    })
  }
}

/// State that serves one action only, as an alert does: its child is removed after any action of its own.
public protocol EphemeralState {
  /// Whether the value at hand is of that kind: an enum may have cases that are and cases that are not.
  var isEphemeral: Bool { get }
}

extension EphemeralState {
  public var isEphemeral: Bool { true }
}

@usableFromInline
func isEphemeral(_ child: (some Any)?) -> Bool { (child as? any EphemeralState)?.isEphemeral ?? false }

extension ReducerNode {
  /// Lets the node's reducers, and the effects that they start, know that they belong to something that can be dismissed.
  @usableFromInline
  func presented() -> Self {
    wrapped { reduce in
      var values = DependencyValues.current
      values.isPresented = true
      return DependencyValues.$current.withValue(values, operation: reduce)
    }
  }
}

/// Reads the identity of a presented child: its `id` where it has one; and where it is an enum its case, with the `id` of the case's
/// payload.
///
/// It is asked for while effects of the child live or begin, and when it is dismissed.
@usableFromInline
func presentedIdentity<Child: Sendable>(of type: Child.Type) -> @Sendable (Child) -> ErasedID {
  let own = childIdentity(of: type)
  return { child in
    let mirror = Mirror(reflecting: child)
    guard mirror.displayStyle == .enum else { return own(child) }
    let payload = mirror.children.first
    return ErasedID(
      PresentedCase(
        name: payload.map { $0.label ?? "" } ?? "\(child)",
        id: own(child),
        payloadID: (payload?.value as? any Identifiable).map { ErasedID(of: $0) }
      )
    )
  }
}

/// Which case of an enum is presented.
private struct PresentedCase: Hashable, Sendable {
  let name: String
  let id: ErasedID
  let payloadID: ErasedID?
}

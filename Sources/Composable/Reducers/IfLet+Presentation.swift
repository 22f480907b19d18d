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
  @inlinable public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ keyPath: SendableKeyPath<State, PresentationState<ChildState>>,
    action actionPath: CasePath<Action, PresentationAction<ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> destination child: () -> Child,
    fileID: String = #fileID,
    line: Int = #line
  ) -> Reduce<State, Action> {
    let location = CodeLocation(fileID: fileID, line: line)
    let child = child()
    let identity = presentedIdentity(of: ChildState.self)
    return Reduce(makeNode: { tree in
      let presented = optionalChild(
        child.node(in: tree).overriding { $0.isPresented = true },
        mount: tree.makeMountID(),
        read: { $0[keyPath: keyPath].wrappedValue },
        modify: { (state: inout State, body) in
          // A wrapped property is read and written back, never changed in place: so the child is taken out meanwhile, lest it be copied.
          var presentation = state[keyPath: keyPath]
          guard presentation.isPresenting else { return nil }
          state[keyPath: keyPath] = PresentationState(wrappedValue: nil)
          defer { state[keyPath: keyPath] = presentation }
          return presentation.wrappedValue.modifyIfPresent(body)
        },
        action: CasePath(embed: { actionPath.embed(.presented($0)) }) {
          if case .presented(let action)? = actionPath.extract($0) { action } else { nil }
        },
        dismissal: actionPath.embed(.dismiss),
        identity: identity,
        reportingAs: ("ifLet", location)
      )
      var parent = node(in: tree)
      if ChildState.self is any EphemeralState.Type {
        parent.reduce = { [reduce = parent.reduce] state, action in
          guard case .presented? = actionPath.extract(action) else { return reduce(&state, action) }
          let isEphemeral = (state[keyPath: keyPath].wrappedValue as? any EphemeralState)?.isEphemeral == true
          guard isEphemeral else { return reduce(&state, action) }
          let answered = state[keyPath: keyPath].stamp
          // A child that the parent has presented meanwhile stays, even if it is equal.
          defer { if state[keyPath: keyPath].stamp == answered { state[keyPath: keyPath].wrappedValue = nil } }
          return reduce(&state, action)
        }
      }
      var node = presented.followed(by: parent)
      node.reduce = { [reduce = node.reduce] state, action in
        guard case .dismiss? = actionPath.extract(action) else { return reduce(&state, action) }
        let leaving = state[keyPath: keyPath].wrappedValue.map(identity)
        if leaving == nil { reportMisrouted(action, by: "ifLet", at: location, state: state) }
        let effect = reduce(&state, action)
        let remaining = state[keyPath: keyPath].wrappedValue.map(identity)
        if remaining == leaving { state[keyPath: keyPath].wrappedValue = nil }
        return effect
      }
      return node
    })
  }
}

/// State that serves one action only, as an alert does: it is removed after any action of its own, when its parent has seen the action.
public protocol EphemeralState {
  /// Whether the value at hand is of that kind: an enum may have cases that are and cases that are not.
  var isEphemeral: Bool { get }
}

extension EphemeralState {
  public var isEphemeral: Bool { true }
}

/// Reads the identity of a presented child: its `id` where it has one; and where it is an enum its case, with the `id` of the case's
/// payload.
///
/// It is asked for while effects of the child live or begin, and when it is dismissed.
@usableFromInline func presentedIdentity<Child: Sendable>(of type: Child.Type) -> @Sendable (Child) -> ErasedID {
  let own = childIdentity(of: type)
  return { child in
    let mirror = Mirror(reflecting: child)
    guard mirror.displayStyle == .enum else { return own(child) }
    let payload = mirror.children.first
    let name = payload.map { $0.label ?? "" } ?? "\(child)"
    let payloadID = (payload?.value as? any Identifiable).map { ErasedID(of: $0) }
    return ErasedID([ErasedID(name), own(child), payloadID])
  }
}

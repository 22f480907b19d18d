extension Reducer {
  /// Runs a child reducer, before this one, on an optional part of the state while it is there.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.editor, action: .editor) { Editor() }
  /// ```
  ///
  /// When any reducer removes the child, or replaces it by one with another identity, its effects
  /// end at once.
  @inlinable public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ keyPath: SendableKeyPath<State, ChildState?>,
    action actionPath: CasePath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: String = #fileID,
    line: Int = #line
  ) -> Reduce<State, Action> {
    let location = CodeLocation(fileID: fileID, line: line)
    let child = child()
    return preceded { tree in
      OptionalChild(
        in: tree,
        node: child.node,
        read: { $0[keyPath: keyPath] },
        modify: { state, body in state[keyPath: keyPath].modifyIfPresent(body) },
        embed: actionPath.embed
      )
      .node(action: actionPath, reportingAs: "ifLet", location)
    }
  }

  /// Runs a child reducer, before this one, on one case of an enum while that case is current.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifCaseLet(.loggedIn, action: .loggedIn) { Home() }
  /// ```
  ///
  /// When another case becomes current, or the payload gets another identity, the child's effects
  /// end at once.
  @inlinable public func ifCaseLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ casePath: CasePath<State, ChildState>,
    action actionPath: CasePath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: String = #fileID,
    line: Int = #line
  ) -> Reduce<State, Action> {
    let location = CodeLocation(fileID: fileID, line: line)
    let child = child()
    return preceded { tree in
      OptionalChild(
        in: tree,
        node: child.node,
        read: casePath.extract,
        modify: { withPayload(of: &$0, in: casePath, $1) },
        embed: actionPath.embed
      )
      .node(action: actionPath, reportingAs: "ifCaseLet", location)
    }
  }

  /// Runs a presented child's reducer, before this one, while the child is there.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.$countdown, action: .countdown) { Countdown() }
  /// ```
  ///
  /// The action `dismiss` removes the child, after this reducer has seen it; a child sends it with
  /// the `dismiss` dependency. When any reducer removes the child, or replaces it by one with
  /// another identity, its effects end at once.
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
      let presented = OptionalChild(
        in: tree,
        node: { child.node(in: $0).presented($0.presence) },
        read: { $0[keyPath: keyPath].wrappedValue },
        modify: { modifyPresented(in: &$0, keyPath, $1) },
        embed: { actionPath.embed(.presented($0)) },
        dismissal: actionPath.embed(.dismiss),
        identity: identity
      )
      let isEverEphemeral = ChildState.self is any EphemeralState.Type
      let parent = node(in: tree)
      let reduceParent = parent.reduce
      let reduce: _ReducerNode<State, Action>.Reduction = { state, action in
        switch actionPath.extract(action) {
        case nil: return reduceParent(&state, action)
        case .dismiss:
          let leaving = state[keyPath: keyPath].wrappedValue.map(identity)
          if leaving == nil { reportMisrouted(action, by: "ifLet", at: location, state: state) }
          let effect = reduceParent(&state, action)
          let remaining = state[keyPath: keyPath].wrappedValue.map(identity)
          if remaining == leaving { state[keyPath: keyPath].wrappedValue = nil }
          return effect
        case .presented(let childAction):
          let effect = presented.reduce(&state, childAction)
          if effect == nil { reportMisrouted(action, by: "ifLet", at: location, state: state) }
          guard isEverEphemeral, state[keyPath: keyPath].isEphemeral else {
            return (effect ?? .none).merge(with: reduceParent(&state, action))
          }
          let answered = state[keyPath: keyPath].stamp
          // Keep a child that the parent has presented meanwhile, even if it is equal.
          defer { if state[keyPath: keyPath].stamp == answered { state[keyPath: keyPath].wrappedValue = nil } }
          return (effect ?? .none).merge(with: reduceParent(&state, action))
        }
      }
      return _ReducerNode(
        reduce: reduce,
        mounts: presented.mounts + parent.mounts,
        derivation: .joined(presented.derivation, parent.derivation)
      )
    })
  }

  /// Runs a child before this reducer.
  @inlinable
  func preceded(by child: @escaping @Sendable (_ReducerTree) -> _ReducerNode<State, Action>) -> Reduce<State, Action> {
    Reduce(makeNode: { tree in child(tree).followed(by: node(in: tree)) })
  }
}

/// Changes a presented child; nil if there is none.
///
/// A wrapped property cannot be changed in place, only read and written back. So this takes the
/// child out meanwhile, which avoids a copy.
@inlinable func modifyPresented<State, Child, Result>(
  in state: inout State,
  _ keyPath: WritableKeyPath<State, PresentationState<Child>>,
  _ body: (inout Child) -> Result
) -> Result? {
  var presentation = PresentationState<Child>.absent
  swap(&presentation, &state[keyPath: keyPath])
  defer { state[keyPath: keyPath] = presentation }
  return presentation.modifyIfPresent(body)
}

/// The part of a parent's node that is for a child that may be absent.
@usableFromInline struct OptionalChild<State: Sendable, Action: Sendable, ChildAction: Sendable>: Sendable {
  /// Reduces an action of the child; nil if there is none.
  @usableFromInline let reduce: @Sendable (inout State, ChildAction) -> Effect<Action>?
  @usableFromInline let mounts: [MountPoint<State>]
  @usableFromInline let derivation: Derivation<State, Action>?

  /// Makes the part.
  ///
  /// - Parameters:
  ///   - makeNode: Makes the child's node.
  ///   - modify: Changes the child in its place, without a copy; nil where there is none.
  ///   - dismissal: The action that the parent receives when the child asks to be dismissed; nil
  ///     where an ancestor decides.
  @inlinable init<Child: Sendable>(
    in tree: _ReducerTree,
    node makeNode: (_ReducerTree) -> _ReducerNode<Child, ChildAction>,
    read: @escaping @Sendable (State) -> Child?,
    modify: @escaping @Sendable (inout State, (inout Child) -> Effect<Action>) -> Effect<Action>?,
    embed: @escaping @Sendable (ChildAction) -> Action,
    dismissal: Action? = nil,
    identity: @escaping @Sendable (Child) -> ErasedID = childIdentity(of: Child.self)
  ) {
    let mount = tree.makeMountID()
    let node = makeNode(tree.child(read: read))
    let mounted: @Sendable (Effect<ChildAction>, Child) -> Effect<Action> = { effect, child in
      if effect.isNone { return .none }
      let place = MountedChild(mount: mount, identity: identity(child))
      return effect.mounted(at: place, embed: embed, dismissal: dismissal)
    }
    // The effect belongs to the identity that the child has after the reduction.
    reduce = { state, action in modify(&state) { child in mounted(node.reduce(&child, action), child) } }
    mounts = [
      MountPoint(id: mount) { state, children in
        let child = read(state)
        let place = children.endAll(except: child.map(identity))
        if let child, let place { node.reconcile(child, place) }
      }
    ]
    derivation = node.derivation?
      .ofOptionalChild(mount: mount, read: read, modify: modify, identity: identity, mounted: mounted)
  }

  /// A node that hands the child its actions, and reports those that come while it is absent.
  @inlinable func node(
    action path: CasePath<Action, ChildAction>,
    reportingAs operatorName: String,
    _ location: CodeLocation
  ) -> _ReducerNode<State, Action> {
    _ReducerNode(
      reduce: { [reduce] state, action in
        guard let childAction = path.extract(action) else { return .none }
        if let effect = reduce(&state, childAction) { return effect }
        reportMisrouted(action, by: operatorName, at: location, state: state)
        return .none
      },
      mounts: mounts,
      derivation: derivation
    )
  }
}

/// A writable key path that effects may capture.
public typealias SendableKeyPath<Root, Value> = any WritableKeyPath<Root, Value> & Sendable

extension Optional {
  @inlinable mutating func modifyIfPresent<Result>(_ body: (inout Wrapped) -> Result) -> Result? {
    guard case .some = self else { return nil }
    return body(&self!)
  }
}

/// Reads the identity of an optional child: its `id` if it has one; otherwise all children count as
/// the same.
@inlinable func childIdentity<Child>(of type: Child.Type) -> @Sendable (Child) -> ErasedID {
  let only = ErasedID(OnlyChild())
  guard type is any Identifiable.Type else { return { _ in only } }
  return { child in (child as? any Identifiable).map { ErasedID(of: $0) } ?? only }
}

/// State for a single action, such as an alert. It is removed after its first action, once the
/// parent has seen that.
public protocol EphemeralState {
  /// Whether this value is ephemeral: an enum may have cases that are and cases that are not.
  var isEphemeral: Bool { get }
}

extension EphemeralState {
  public var isEphemeral: Bool { true }
}

extension PresentationState {
  @usableFromInline var isEphemeral: Bool { (wrappedValue as? any EphemeralState)?.isEphemeral == true }
}

/// Reads the identity of a presented child: its `id` if it has one. An enum is identified by its
/// case and the `id` of the payload.
///
/// It is read while effects of the child live or begin, and when the child is dismissed.
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

/// Reports an action for an absent child: an element, or an optional child, whose absence the
/// parent's case may explain.
@usableFromInline func reportMisrouted(
  _ action: Any,
  by operatorName: String,
  at location: CodeLocation,
  state: Any? = nil,
  element: Any? = nil
) {
  let absence = element == nil ? "its child's state was absent" : "no element has this identity"
  let parentCase = state.flatMap { Mirror(reflecting: $0).displayStyle == .enum ? caseName(of: $0) : nil }
  let circumstances = parentCase.map { "\n  state: \($0)" } ?? element.map { "\n  element: \($0)" } ?? ""
  reportIssue(
    """
    "\(operatorName)" at \(location) was given a child's action while \(absence).

      action: \(caseName(of: action))\(circumstances)

    The action is not handled by the child. There are three usual reasons:

    * A parent reducer took the child away before the child's own reducer ran. Let the child run first: "ifLet" and "forEach" \
    do so when they are applied to the parent.
    * An effect that does not belong to the child sent the action after the child had gone. Begin the effect in the child, \
    or cancel it when the child goes.
    * The action was sent straight to the store while the child was absent. Send it only while there is a child to take it.
    """,
    at: location
  )
}

extension Reducer {
  /// Runs a child reducer, before this one, on an optional part of the state while it is there.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.editor, action: .editor) { Editor() }
  /// ```
  ///
  /// When the child goes away or is replaced by one of another identity, its effects end at once, whichever reducer did it.
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
      optionalChild(
        child.node(in: tree),
        mount: tree.makeMountID(),
        read: { $0[keyPath: keyPath] },
        modify: { state, body in state[keyPath: keyPath].modifyIfPresent(body) },
        action: actionPath,
        reportingAs: ("ifLet", location)
      )
    }
  }

  /// Runs a child reducer, before this one, on one case of an enum while that case is current.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifCaseLet(.loggedIn, action: .loggedIn) { Home() }
  /// ```
  ///
  /// When another case becomes current, or the payload gets another identity, the child's effects end at once.
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
      optionalChild(
        child.node(in: tree),
        mount: tree.makeMountID(),
        read: casePath.extract,
        modify: { withPayload(of: &$0, in: casePath, $1) },
        action: actionPath,
        reportingAs: ("ifCaseLet", location)
      )
    }
  }
}

extension Reducer {
  /// This reducer with a child that reduces first.
  @inlinable
  func preceded(by child: @escaping @Sendable (ReducerTree) -> ReducerNode<State, Action>) -> Reduce<State, Action> {
    Reduce(makeNode: { tree in child(tree).followed(by: node(in: tree)) })
  }
}

/// The node of a child that may be absent: hands it its actions, and reports those that come while it is absent.
///
/// - Parameters:
///   - modify: Changes the child in its place, without a copy; nil where there is none.
///   - dismissal: The action that the parent receives when the child asks to be dismissed; nil where an ancestor decides.
@inlinable func optionalChild<State: Sendable, Action: Sendable, Child: Sendable, ChildAction: Sendable>(
  _ node: ReducerNode<Child, ChildAction>,
  mount: Int,
  read: @escaping @Sendable (State) -> Child?,
  modify: @escaping @Sendable (inout State, (inout Child) -> Effect<Action>) -> Effect<Action>?,
  action path: CasePath<Action, ChildAction>,
  dismissal: Action? = nil,
  identity: @escaping @Sendable (Child) -> ErasedID = childIdentity(of: Child.self),
  reportingAs name: (operatorName: String, location: CodeLocation)
) -> ReducerNode<State, Action> {
  let mounted: @Sendable (Effect<ChildAction>, Child) -> Effect<Action> = { effect, child in
    if effect.isNone { return .none }
    let place = MountedChild(mount: mount, identity: identity(child))
    return effect.mounted(at: place, embed: path.embed, dismissal: dismissal)
  }
  return ReducerNode(
    reduce: { state, action in
      guard let childAction = path.extract(action) else { return .none }
      if let effect = modify(&state, { child in mounted(node.reduce(&child, childAction), child) }) { return effect }
      reportMisrouted(action, by: name.operatorName, at: name.location, state: state)
      return .none
    },
    mounts: [
      MountPoint(id: mount) { state, children in
        let child = read(state)
        let place = children.endAll(except: child.map(identity))
        if let child, let place { node.reconcile(child, place) }
      }
    ],
    rederive: node.rederive.map { rederive in
      { @Sendable state in modify(&state) { child in mounted(rederive(&child), child) } ?? .none }
    }
  )
}

/// A way to a part of a value that effects may carry along.
public typealias SendableKeyPath<Root, Value> = any WritableKeyPath<Root, Value> & Sendable

extension Optional {
  @inlinable mutating func modifyIfPresent<Result>(_ body: (inout Wrapped) -> Result) -> Result? {
    guard case .some = self else { return nil }
    return body(&self!)
  }
}

/// Reads the identity of a child that is optional: its `id` where it has one, else its mere presence.
@inlinable func childIdentity<Child>(of type: Child.Type) -> @Sendable (Child) -> ErasedID {
  let only = ErasedID(OnlyChild())
  guard type is any Identifiable.Type else { return { _ in only } }
  return { child in (child as? any Identifiable).map { ErasedID(of: $0) } ?? only }
}

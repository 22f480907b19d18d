extension Reducer {
  /// Runs a child reducer, before this one, on an optional part of the state while it is there.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.editor, action: .editor) { Editor() }
  /// ```
  ///
  /// When the child goes away or is replaced by one of another identity, its effects end at once, whichever reducer did it.
  @inlinable
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
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
        read: { $0[keyPath: keyPath] },
        modify: { state, body in state[keyPath: keyPath].modifyIfPresent(body) },
        node: child.node(in: tree),
        mount: tree.makeMountID(),
        embed: actionPath.embed
      )
      .node(action: actionPath, operatorName: "ifLet", location: location)
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
  @inlinable
  public func ifCaseLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
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
        read: casePath.extract,
        modify: { withPayload(of: &$0, in: casePath, $1) },
        node: child.node(in: tree),
        mount: tree.makeMountID(),
        embed: actionPath.embed
      )
      .node(action: actionPath, operatorName: "ifCaseLet", location: location)
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

/// A child that may be absent, mounted in its parent.
@usableFromInline
struct OptionalChild<State: Sendable, Child: Sendable, ChildAction: Sendable, Action: Sendable>: Sendable {
  @usableFromInline typealias Change = (inout Child) -> Effect<Action>

  @usableFromInline let read: @Sendable (State) -> Child?
  /// Changes the child in its place, without a copy; nil where there is none.
  @usableFromInline let modify: @Sendable (inout State, Change) -> Effect<Action>?
  @usableFromInline let node: ReducerNode<Child, ChildAction>
  @usableFromInline let mount: Int
  @usableFromInline let embed: @Sendable (ChildAction) -> Action
  /// The action that the parent receives when the child asks to be dismissed; nil where an ancestor decides.
  @usableFromInline let dismissal: Action?
  @usableFromInline let identity: @Sendable (Child) -> ErasedID

  @inlinable
  init(
    read: @escaping @Sendable (State) -> Child?,
    modify: @escaping @Sendable (inout State, Change) -> Effect<Action>?,
    node: ReducerNode<Child, ChildAction>,
    mount: Int,
    embed: @escaping @Sendable (ChildAction) -> Action,
    dismissal: Action? = nil,
    identity: @escaping @Sendable (Child) -> ErasedID = childIdentity(of: Child.self)
  ) {
    self.read = read
    self.modify = modify
    self.node = node
    self.mount = mount
    self.embed = embed
    self.dismissal = dismissal
    self.identity = identity
  }

  /// Lets the child reduce its action, and returns nil when there is no child.
  @inlinable
  func reduce(_ state: inout State, _ action: ChildAction) -> Effect<Action>? {
    modify(&state) { child in mounted(node.reduce(&child, action), child) }
  }

  @inlinable
  var rederive: ReducerNode<State, Action>.Derivation? {
    guard let rederive = node.rederive else { return nil }
    return { state in modify(&state) { child in mounted(rederive(&child), child) } ?? .none }
  }

  @inlinable
  var mountPoint: MountPoint<State> {
    MountPoint(id: mount) { state, children in
      let child = read(state)
      let place = children.endAll(except: child.map(identity))
      if let child, let place { node.reconcile(child, place) }
    }
  }

  @inlinable
  func mounted(_ effect: Effect<ChildAction>, _ child: Child) -> Effect<Action> {
    if effect.isNone { return .none }
    let place = MountedChild(mount: mount, identity: identity(child))
    return effect.mounted(at: place, embed: embed, dismissal: dismissal)
  }

  /// A node that hands the child its actions and reports those that come while it is absent.
  @inlinable
  func node(
    action path: CasePath<Action, ChildAction>,
    operatorName: String,
    location: CodeLocation
  ) -> ReducerNode<State, Action> {
    ReducerNode(
      reduce: { state, action in
        guard let childAction = path.extract(action) else { return .none }
        if let effect = reduce(&state, childAction) { return effect }
        reportMisrouted(action, by: operatorName, at: location, state: state)
        return .none
      },
      mounts: [mountPoint],
      rederive: rederive
    )
  }
}

/// A way to a part of a value that effects may carry along.
public typealias SendableKeyPath<Root, Value> = any WritableKeyPath<Root, Value> & Sendable

extension Optional {
  @inlinable
  mutating func modifyIfPresent<Result>(_ body: (inout Wrapped) -> Result) -> Result? {
    guard case .some = self else { return nil }
    return body(&self!)
  }
}

/// Reads the identity of a child that is optional: its `id` where it has one, else its mere presence.
@inlinable
func childIdentity<Child>(of type: Child.Type) -> @Sendable (Child) -> ErasedID {
  let only = ErasedID(OnlyChild())
  guard type is any Identifiable.Type else { return { _ in only } }
  return { child in (child as? any Identifiable).map { ErasedID(of: $0) } ?? only }
}

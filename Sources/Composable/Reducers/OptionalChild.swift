/// A child that may be absent, mounted in its parent.
@usableFromInline
struct OptionalChild<Slot: ChildSlot, ChildAction: Sendable, Action: Sendable>: Sendable {
  @usableFromInline let slot: Slot
  @usableFromInline let node: ReducerNode<Slot.Child, ChildAction>
  @usableFromInline let mount: Int
  @usableFromInline let embed: @Sendable (ChildAction) -> Action
  /// What the parent is told when the child asks to be dismissed; nil where that is for somebody above to say.
  @usableFromInline let dismissal: Action?

  @usableFromInline let identity: @Sendable (Slot.Child) -> ErasedID

  @inlinable
  init(
    slot: Slot,
    node: ReducerNode<Slot.Child, ChildAction>,
    mount: Int,
    embed: @escaping @Sendable (ChildAction) -> Action,
    dismissal: Action? = nil,
    identity: @escaping @Sendable (Slot.Child) -> ErasedID = childIdentity(of: Slot.Child.self)
  ) {
    self.slot = slot
    self.node = node
    self.mount = mount
    self.embed = embed
    self.dismissal = dismissal
    self.identity = identity
  }

  /// Lets the child reduce its action, and returns nil when there is no child.
  @inlinable
  func reduce(_ state: inout Slot.State, _ action: ChildAction) -> Effect<Action>? {
    mounted(&state) { child in node.reduce(&child, action) }
  }

  /// What tells the child that is there from others; nil when there is none.
  @inlinable
  func identity(in state: Slot.State) -> ErasedID? {
    slot.read(state).map(identity)
  }

  @inlinable
  var rederive: ReducerNode<Slot.State, Action>.Derivation? {
    guard let rederive = node.rederive else { return nil }
    return { state in mounted(&state) { child in rederive(&child) } ?? .none }
  }

  @inlinable
  var mountPoint: MountPoint<Slot.State> {
    MountPoint(id: mount) { state, children in
      guard let child = slot.read(state) else { return children.endAll() }
      children.endAll(except: identity(child)).map { node.reconcile(child, $0) }
    }
  }

  @inlinable
  func mounted(
    _ state: inout Slot.State,
    _ body: (inout Slot.Child) -> Effect<ChildAction>
  ) -> Effect<Action>? {
    slot.modify(&state) { child in
      let effect = body(&child)
      if effect.isNone { return .none }
      let place = MountedChild(mount: mount, identity: identity(child))
      return effect.mounted(at: place, embed: embed, dismissal: dismissal)
    }
  }
}

extension OptionalChild {
  /// A node that hands the child its actions and reports those that come while it is absent.
  @inlinable
  func node(
    action path: CasePath<Action, ChildAction>,
    operatorName: String,
    location: CodeLocation
  ) -> ReducerNode<Slot.State, Action> {
    ReducerNode(
      reduce: { state, action in
        guard let childAction = path.extract(action) else { return .none }
        if let effect = reduce(&state, childAction) { return effect }
        MisroutedAction(operatorName, action: action, state: state, location).report()
        return .none
      },
      mounts: [mountPoint],
      rederive: rederive
    )
  }
}

/// A place in the tree where children come and go with the state: how to see which of those with living effects are gone.
@usableFromInline
struct MountPoint<State: Sendable>: Sendable {
  @usableFromInline let id: Int
  /// Ends the living children that `state` no longer has, and looks below those that it has.
  @usableFromInline let reconcile: @Sendable (_ state: State, _ children: MountedChildren) -> Void

  @inlinable
  init(id: Int, reconcile: @escaping @Sendable (_ state: State, _ children: MountedChildren) -> Void) {
    self.id = id
    self.reconcile = reconcile
  }

  /// The same place, seen from a parent's state.
  @inlinable
  func pulledBack<Parent>(_ child: @escaping @Sendable (Parent) -> State?) -> MountPoint<Parent> {
    MountPoint<Parent>(id: id) { [reconcile] parent, children in
      guard let state = child(parent) else { return children.endAll() }
      reconcile(state, children)
    }
  }
}

extension Place {
  /// Ends every effect below this place whose child is no longer part of `state`.
  @inlinable
  func reconcile<State>(_ state: State, with mounts: [MountPoint<State>]) {
    for children in mounted {
      mounts.first { $0.id == children.mount }?.reconcile(state, children)
    }
  }
}

/// Which child of which mount point an effect belongs to.
@usableFromInline
struct MountedChild: Hashable, Sendable {
  let mount: Int
  let identity: ErasedID

  @usableFromInline
  init(mount: Int, identity: ErasedID) {
    self.mount = mount
    self.identity = identity
  }
}

/// The identity of the only child that a place can have.
@usableFromInline
struct OnlyChild: Hashable, Sendable {
  @usableFromInline
  init() {}
}

/// Reads the identity of a child that is optional: its `id` where it has one, else its mere presence.
@inlinable
func childIdentity<Child>(of type: Child.Type) -> @Sendable (Child) -> ErasedID {
  let only = ErasedID(OnlyChild())
  guard type is any Identifiable.Type else { return { _ in only } }
  return { child in (child as? any Identifiable).map { ErasedID(of: $0) } ?? only }
}

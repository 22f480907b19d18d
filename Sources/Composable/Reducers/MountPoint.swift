/// A place in the tree where children come and go with the state: how to see which of those with living effects are gone.
struct MountPoint<State: Sendable>: Sendable {
  let id: Int
  /// Ends the living children that `state` no longer has, and looks below those that it has.
  let reconcile: @Sendable (_ state: State, _ children: MountedChildren) -> Void

  /// The same place, seen from a parent's state.
  func pulledBack<Parent>(_ child: @escaping @Sendable (Parent) -> State?) -> MountPoint<Parent> {
    MountPoint<Parent>(id: id) { [reconcile] parent, children in
      guard let state = child(parent) else { return children.endAll() }
      reconcile(state, children)
    }
  }
}

extension Place {
  /// Ends every effect below this place whose child is no longer part of `state`.
  func reconcile<State>(_ state: State, with mounts: [MountPoint<State>]) {
    for children in mounted {
      mounts.first { $0.id == children.mount }?.reconcile(state, children)
    }
  }
}

/// Which child of which mount point an effect belongs to.
struct MountedChild: Hashable, Sendable {
  let mount: Int
  let identity: ErasedID
}

/// The identity of the only child that a place can have.
struct OnlyChild: Hashable, Sendable {}

/// Reads the identity of a child that is optional: its `id` where it has one, else its mere presence.
func childIdentity<Child>(of type: Child.Type) -> @Sendable (Child) -> ErasedID {
  let only = ErasedID(OnlyChild())
  guard type is any Identifiable.Type else { return { _ in only } }
  return { child in (child as? any Identifiable).map { ErasedID(of: $0) } ?? only }
}

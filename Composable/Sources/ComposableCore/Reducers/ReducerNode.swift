/// A reducer in the form that the store uses: built once, and walked for every action.
///
/// All code that makes nodes and runs them is inlinable: the module of a feature then specializes
/// its whole tree for the feature's types. Code in this module would look up the types at run time,
/// at every level and for every action.
public struct _ReducerNode<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline typealias Reduction = @Sendable (inout State, Action) -> Effect<Action>

  @usableFromInline var reduce: Reduction
  /// The places below this node where children come and go with the state.
  @usableFromInline let mounts: [MountPoint<State>]
  /// What `onChange` derives from the state; nil if nothing is derived in this node.
  @usableFromInline var derivation: Derivation<State, Action>?

  @inlinable init(
    reduce: @escaping Reduction,
    mounts: [MountPoint<State>] = [],
    derivation: Derivation<State, Action>? = nil
  ) {
    self.reduce = reduce
    self.mounts = mounts
    self.derivation = derivation
  }

  @inlinable static var empty: Self { Self { _, _ in .none } }

  /// Ends every effect below a place whose child is no longer part of the state.
  @inlinable func reconcile(_ state: State, _ place: Place) {
    for children in place.mounted {
      for mount in mounts where mount.id == children.mount { mount.reconcile(state, children) }
    }
  }

  /// Changes the dependencies for every walk through this node, and for the effects that start
  /// there.
  @inlinable func overriding(_ change: @escaping @Sendable (inout DependencyValues) -> Void) -> Self {
    var node = self
    node.reduce = { [reduce] state, action in withDependencies(change) { reduce(&state, action) } }
    node.derivation = derivation?.overriding(change)
    return node
  }

  /// Marks every walk through this node as presented, and the effects that start there.
  @inlinable func presented(_ presence: PresenceMark) -> Self {
    var node = self
    node.reduce = { [reduce] state, action in presence.whileSet { reduce(&state, action) } }
    node.derivation = derivation?.presented(presence)
    return node
  }

  /// This node's children first, then `next`, on the same state.
  @inlinable func followed(by next: Self) -> Self {
    Self(
      reduce: { [reduce, following = next.reduce] state, action in
        let first = reduce(&state, action)
        return first.merge(with: following(&state, action))
      },
      mounts: mounts + next.mounts,
      derivation: .joined(derivation, next.derivation)
    )
  }
}

/// A part of a store's tree while that is built. All parts count the mount points together.
public final class _ReducerTree {
  private let mounts: MountCounter
  @usableFromInline let presence: PresenceMark
  /// The way to the part of the state that this part of the tree is for.
  let path: StatePath

  private init(_ mounts: MountCounter, _ presence: PresenceMark, _ path: StatePath = .root) {
    self.mounts = mounts
    self.presence = presence
    self.path = path
  }

  /// A store's tree.
  static func ofStore() -> _ReducerTree { _ReducerTree(MountCounter(step: 1), PresenceMark()) }

  /// A tree that is made for one action, maybe inside a store's. Its mount ids are negative, so
  /// they never equal those of a store's tree.
  static func ofOneAction() -> _ReducerTree {
    _ReducerTree(MountCounter(step: -1), DependencyValues.current.presence ?? PresenceMark())
  }

  /// The part of this tree for a part of the state.
  func at(_ path: StatePath) -> _ReducerTree { _ReducerTree(mounts, presence, path) }

  @usableFromInline func makeMountID() -> Int { mounts.next() }
}

private final class MountCounter {
  private let step: Int
  private var last = 0

  init(step: Int) {
    self.step = step
  }

  func next() -> Int {
    last += step
    return last
  }
}

/// A place in the tree where children come and go with the state. It finds removed children that
/// still have effects.
@usableFromInline struct MountPoint<State: Sendable>: Sendable {
  @usableFromInline let id: Int
  /// Ends the children with effects that `state` no longer has, and continues below those that it
  /// has.
  @usableFromInline let reconcile: @Sendable (_ state: State, _ children: MountedChildren) -> Void

  @inlinable init(id: Int, reconcile: @escaping @Sendable (_ state: State, _ children: MountedChildren) -> Void) {
    self.id = id
    self.reconcile = reconcile
  }
}

/// The mount point and the child that an effect belongs to.
@usableFromInline struct MountedChild: Hashable, Sendable {
  let mount: Int
  let identity: ErasedID

  @usableFromInline init(mount: Int, identity: ErasedID) {
    self.mount = mount
    self.identity = identity
  }
}

/// The identity of the only child that a place can have.
@usableFromInline struct OnlyChild: Hashable, Sendable {
  @usableFromInline init() {}
}

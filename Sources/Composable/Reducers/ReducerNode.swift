/// A reducer as the store keeps it: built once, walked for every action.
///
/// All code that makes nodes and runs them is inlinable: the module that writes a feature then
/// compiles its whole tree for the feature's own types. Left to this module, every level would look
/// its types up at run time, for every action.
public struct ReducerNode<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline typealias Reduction = @Sendable (inout State, Action) -> Effect<Action>
  @usableFromInline typealias Derivation = @Sendable (inout State) -> Effect<Action>

  @usableFromInline var reduce: Reduction
  /// The places below this node where children come and go with the state.
  @usableFromInline let mounts: [MountPoint<State>]
  /// Derives again the effects that depend on the state alone; nil where nothing does.
  @usableFromInline var rederive: Derivation?

  @inlinable init(reduce: @escaping Reduction, mounts: [MountPoint<State>] = [], rederive: Derivation? = nil) {
    self.reduce = reduce
    self.mounts = mounts
    self.rederive = rederive
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
    if let rederive { node.rederive = { state in withDependencies(change) { rederive(&state) } } }
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
      rederive: Self.joined(rederive, next.rederive)
    )
  }

  /// Both derivations on the same state, as far as there are any.
  @inlinable static func joined(_ first: Derivation?, _ second: Derivation?) -> Derivation? {
    guard let first, let second else { return first ?? second }
    return { state in
      let effect = first(&state)
      return effect.merge(with: second(&state))
    }
  }
}

/// Counts the mount points of one tree while it is built.
public final class ReducerTree {
  private let step: Int
  private var lastMount = 0

  private init(step: Int) {
    self.step = step
  }

  /// A store's tree.
  static func ofStore() -> ReducerTree { ReducerTree(step: 1) }

  /// A tree that is made for one action. Its mount ids are negative, so they never equal those of a
  /// store's tree.
  static func ofOneAction() -> ReducerTree { ReducerTree(step: -1) }

  @usableFromInline func makeMountID() -> Int {
    lastMount += step
    return lastMount
  }
}

/// A place in the tree where children come and go with the state: how to find those with living
/// effects that were removed.
@usableFromInline struct MountPoint<State: Sendable>: Sendable {
  @usableFromInline let id: Int
  /// Ends the living children that `state` no longer has, and looks below those that it has.
  @usableFromInline let reconcile: @Sendable (_ state: State, _ children: MountedChildren) -> Void

  @inlinable init(id: Int, reconcile: @escaping @Sendable (_ state: State, _ children: MountedChildren) -> Void) {
    self.id = id
    self.reconcile = reconcile
  }
}

/// Which child of which mount point an effect belongs to.
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

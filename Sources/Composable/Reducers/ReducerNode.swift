/// A reducer as the store keeps it: built once, walked for every action.
public struct ReducerNode<State: Sendable, Action: Sendable>: Sendable {
  typealias Reduction = @Sendable (inout State, Action) -> Effect<Action>
  typealias Derivation = @Sendable (inout State) -> Effect<Action>

  var reduce: Reduction
  /// The places below this node where children come and go with the state.
  var mounts: [MountPoint<State>] = []
  /// Derives again the effects that depend on the state alone; nil where nothing does.
  var rederive: Derivation?

  init(reduce: @escaping Reduction, mounts: [MountPoint<State>] = [], rederive: Derivation? = nil) {
    self.reduce = reduce
    self.mounts = mounts
    self.rederive = rederive
  }

  static var empty: Self { Self { _, _ in .none } }

  /// Runs `wrapper` around every walk through this node.
  func wrapped(_ wrapper: @escaping @Sendable (() -> Effect<Action>) -> Effect<Action>) -> Self {
    var node = self
    node.reduce = { [reduce] state, action in wrapper { reduce(&state, action) } }
    if let rederive { node.rederive = { state in wrapper { rederive(&state) } } }
    return node
  }

  /// Lets the node's reducers, and the effects that they start, know that they belong to something that can be dismissed.
  func presented() -> Self {
    wrapped { reduce in
      var dependencies = DependencyValues.current
      dependencies.isPresented = true
      return DependencyValues.$current.withValue(dependencies, operation: reduce)
    }
  }

  /// This node's children first, then `next`, on the same state.
  func followed(by next: Self) -> Self {
    Self(
      reduce: { [reduce] state, action in
        let first = reduce(&state, action)
        return first.merge(with: next.reduce(&state, action))
      },
      mounts: mounts + next.mounts,
      rederive: Self.joined(rederive, next.rederive)
    )
  }

  /// Both derivations on the same state, as far as there are any.
  static func joined(_ first: Derivation?, _ second: Derivation?) -> Derivation? {
    guard let first, let second else { return first ?? second }
    return { state in
      let effect = first(&state)
      return effect.merge(with: second(&state))
    }
  }
}

/// Counts the mount points of one store's tree while it is built.
public final class ReducerTree {
  private var mountCount = 0

  init() {}

  func makeMountID() -> Int {
    defer { mountCount += 1 }
    return mountCount
  }
}

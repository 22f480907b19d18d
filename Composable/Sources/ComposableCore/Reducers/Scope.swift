/// Runs a child reducer on a part of the state, for the child's actions.
///
/// ```swift
/// var body: some Reducer<State, Action> {
///   Scope(state: \.timer, action: .timer) { Timer() }
/// }
/// ```
public struct Scope<State: Sendable, Action: Sendable, Child: Reducer>: _ReducerOperator {
  @usableFromInline let makeNode: @Sendable (_ReducerTree) -> _ReducerNode<State, Action>

  /// A child that is always there.
  @inlinable public init<ChildState, ChildAction>(
    state keyPath: SendableKeyPath<State, ChildState>,
    action actionPath: CasePath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where Child.State == ChildState, Child.Action == ChildAction {
    let child = child()
    makeNode = { tree in
      let node = child.node(in: tree.part(keyPath))
      return _ReducerNode(
        reduce: { state, action in
          guard let childAction = actionPath.extract(action) else { return .none }
          return node.reduce(&state[keyPath: keyPath], childAction).embedded(actionPath.embed)
        },
        mounts: node.mounts.map { mount in
          MountPoint<State>(id: mount.id) { state, children in mount.reconcile(state[keyPath: keyPath], children) }
        },
        derivation: node.derivation?.scoped(to: keyPath, action: actionPath.embed)
      )
    }
  }

  /// A child in one case of an enum. An action for another case than the current one is reported
  /// and ignored.
  @inlinable public init<ChildState, ChildAction>(
    state casePath: CasePath<State, ChildState>,
    action actionPath: CasePath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: String = #fileID,
    line: Int = #line
  ) where Child.State == ChildState, Child.Action == ChildAction {
    let location = CodeLocation(fileID: fileID, line: line)
    let child = child()
    makeNode = { tree in
      OptionalChild(
        in: tree,
        node: child.node,
        read: casePath.extract,
        modify: { withPayload(of: &$0, in: casePath, $1) },
        embed: actionPath.embed
      )
      .node(action: actionPath, reportingAs: "Scope", location)
    }
  }

  @inlinable public func node(in tree: _ReducerTree) -> _ReducerNode<State, Action> { makeNode(tree) }
}

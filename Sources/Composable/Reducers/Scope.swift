/// Runs a child reducer on a part of the state, for the actions that belong to it.
public struct Scope<State: Sendable, Action: Sendable, Child: Reducer>: ReducerOperator {
  private let makeNode: @Sendable (ReducerTree) -> ReducerNode<State, Action>

  /// A child that is always there.
  public init(
    state keyPath: WritableKeyPath<State, Child.State> & Sendable,
    action actionPath: CasePath<Action, Child.Action>,
    @ReducerBuilder<Child.State, Child.Action> child: () -> Child
  ) {
    let child = child()
    makeNode = { tree in
      let node = child.node(in: tree)
      return ReducerNode(
        reduce: { state, action in
          guard let childAction = actionPath.extract(action) else { return .none }
          return node.reduce(&state[keyPath: keyPath], childAction).embedded(actionPath.embed)
        },
        mounts: node.mounts.map { $0.pulledBack { $0[keyPath: keyPath] } },
        rederive: node.rederive.map { rederive in
          { state in rederive(&state[keyPath: keyPath]).embedded(actionPath.embed) }
        }
      )
    }
  }

  /// A child that is one case of an enum; an action for a case that is not current is reported, and ignored.
  public init(
    state casePath: CasePath<State, Child.State>,
    action actionPath: CasePath<Action, Child.Action>,
    @ReducerBuilder<Child.State, Child.Action> child: () -> Child,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let child = child()
    makeNode = { tree in
      OptionalChild(
        slot: CaseSlot(path: casePath),
        node: child.node(in: tree),
        mount: tree.makeMountID(),
        embed: actionPath.embed
      )
      .node(action: actionPath, operatorName: "Scope", location: location)
    }
  }

  public func node(in tree: ReducerTree) -> ReducerNode<State, Action> {
    makeNode(tree)
  }
}

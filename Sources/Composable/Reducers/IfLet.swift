extension Reducer {
  /// Runs a child reducer, before this one, on an optional part of the state while it is there.
  ///
  /// When the child goes away or is replaced by one of another identity, whoever did it, its effects end at once.
  @inlinable
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ keyPath: SendableKeyPath<State, ChildState?>,
    action actionPath: CasePath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> ChildThenParent<Self> {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let child = child()
    return ChildThenParent(parent: self) { tree in
      OptionalChild(
        slot: OptionalSlot(keyPath: keyPath),
        node: child.node(in: tree),
        mount: tree.makeMountID(),
        embed: actionPath.embed
      )
      .node(action: actionPath, operatorName: "ifLet", location: location)
    }
  }

  /// Runs a child reducer, before this one, on one case of an enum while that case is current.
  ///
  /// When another case becomes current, or the payload gets another identity, the child's effects end at once.
  @inlinable
  public func ifCaseLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ casePath: CasePath<State, ChildState>,
    action actionPath: CasePath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> ChildThenParent<Self> {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let child = child()
    return ChildThenParent(parent: self) { tree in
      OptionalChild(
        slot: CaseSlot(path: casePath),
        node: child.node(in: tree),
        mount: tree.makeMountID(),
        embed: actionPath.embed
      )
      .node(action: actionPath, operatorName: "ifCaseLet", location: location)
    }
  }
}

/// A parent with a child that reduces first; made by `ifLet`, `ifCaseLet` and `forEach`.
public struct ChildThenParent<Parent: Reducer>: ReducerOperator {
  public typealias State = Parent.State
  public typealias Action = Parent.Action

  @usableFromInline let parent: Parent
  @usableFromInline let child: @Sendable (ReducerTree) -> ReducerNode<State, Action>

  @inlinable
  init(parent: Parent, child: @escaping @Sendable (ReducerTree) -> ReducerNode<State, Action>) {
    self.parent = parent
    self.child = child
  }

  @inlinable
  public func node(in tree: ReducerTree) -> ReducerNode<State, Action> {
    child(tree).followed(by: parent.node(in: tree))
  }
}

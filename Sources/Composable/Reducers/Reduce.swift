/// A reducer made of a function, or any reducer with its type hidden.
public struct Reduce<State: Sendable, Action: Sendable>: ReducerOperator {
  @usableFromInline let makeNode: @Sendable (ReducerTree) -> ReducerNode<State, Action>

  /// Reduces with a function.
  @inlinable
  public init(_ reduce: @escaping @Sendable (inout State, Action) -> Effect<Action>) {
    makeNode = { _ in ReducerNode(reduce: reduce) }
  }

  /// Hides the type of another reducer.
  @inlinable
  public init(_ reducer: some Reducer<State, Action>) {
    makeNode = { tree in reducer.node(in: tree) }
  }

  @inlinable
  public func node(in tree: ReducerTree) -> ReducerNode<State, Action> {
    makeNode(tree)
  }
}

/// A reducer that does nothing.
public struct EmptyReducer<State: Sendable, Action: Sendable>: ReducerOperator {
  public init() {}

  @inlinable
  public func node(in tree: ReducerTree) -> ReducerNode<State, Action> {
    .empty
  }
}

/// Several reducers as one.
public struct CombineReducers<State: Sendable, Action: Sendable, Reducers: Reducer>: ReducerOperator
where Reducers.State == State, Reducers.Action == Action {
  @usableFromInline let reducers: Reducers

  public init(@ReducerBuilder<State, Action> _ reducers: () -> Reducers) {
    self.reducers = reducers()
  }

  @inlinable
  public func node(in tree: ReducerTree) -> ReducerNode<State, Action> {
    reducers.node(in: tree)
  }
}

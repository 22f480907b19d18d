/// Puts reducers together from top to bottom.
@resultBuilder
public enum ReducerBuilder<State: Sendable, Action: Sendable> {
  public static func buildExpression<R: Reducer>(_ reducer: R) -> R where R.State == State, R.Action == Action {
    reducer
  }

  public static func buildExpression(_ reducer: any Reducer<State, Action>) -> Reduce<State, Action> {
    Reduce.erasing(reducer)
  }

  public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }

  public static func buildPartialBlock<R: Reducer>(first: R) -> R where R.State == State, R.Action == Action { first }

  public static func buildPartialBlock<First: Reducer, Next: Reducer>(
    accumulated: First,
    next: Next
  ) -> ReducerSequence<First, Next> where First.State == State, First.Action == Action {
    ReducerSequence(first: accumulated, next: next)
  }

  @inlinable
  public static func buildEither(first: some Reducer<State, Action>) -> Reduce<State, Action> { Reduce.erasing(first) }

  @inlinable
  public static func buildEither(second: some Reducer<State, Action>) -> Reduce<State, Action> {
    Reduce.erasing(second)
  }

  public static func buildOptional<R: Reducer>(_ reducer: R?) -> R? where R.State == State, R.Action == Action {
    reducer
  }

  @inlinable public static func buildArray(_ reducers: [some Reducer<State, Action>]) -> Reduce<State, Action> {
    Reduce(makeNode: { tree in reducers.reduce(.empty) { node, reducer in node.followed(by: reducer.node(in: tree)) } })
  }
}

/// Two reducers, one after the other; made by the builder.
///
/// Its type keeps those of its parts, so that the compiler can join their functions: `scoped_send_ns` in `bench core` depends on that.
public struct ReducerSequence<First: Reducer, Next: Reducer>: ReducerOperator
where First.State == Next.State, First.Action == Next.Action {
  public typealias State = First.State
  public typealias Action = First.Action

  @usableFromInline let first: First
  @usableFromInline let next: Next

  @inlinable public func node(in tree: ReducerTree) -> ReducerNode<State, Action> {
    first.node(in: tree).followed(by: next.node(in: tree))
  }
}

extension Optional: Reducer, ReducerOperator where Wrapped: Reducer {
  public typealias State = Wrapped.State
  public typealias Action = Wrapped.Action
  public typealias Body = Never

  @inlinable public func node(in tree: ReducerTree) -> ReducerNode<Wrapped.State, Wrapped.Action> {
    self?.node(in: tree) ?? .empty
  }
}

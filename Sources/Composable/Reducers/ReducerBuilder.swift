/// Puts reducers together from top to bottom.
@resultBuilder
public enum ReducerBuilder<State: Sendable, Action: Sendable> {
  public static func buildExpression<R: Reducer>(_ reducer: R) -> R where R.State == State, R.Action == Action {
    reducer
  }

  public static func buildExpression(_ reducer: any Reducer<State, Action>) -> Reduce<State, Action> {
    Reduce(reducer)
  }

  public static func buildBlock() -> EmptyReducer<State, Action> {
    EmptyReducer()
  }

  public static func buildPartialBlock<R: Reducer>(first: R) -> R where R.State == State, R.Action == Action {
    first
  }

  public static func buildPartialBlock<First: Reducer, Next: Reducer>(
    accumulated: First,
    next: Next
  ) -> ReducerSequence<First, Next> where First.State == State, First.Action == Action {
    ReducerSequence(first: accumulated, next: next)
  }

  public static func buildEither<First: Reducer, Second: Reducer>(
    first: First
  ) -> ConditionalReducer<First, Second> where First.State == State, First.Action == Action {
    .first(first)
  }

  public static func buildEither<First: Reducer, Second: Reducer>(
    second: Second
  ) -> ConditionalReducer<First, Second> where Second.State == State, Second.Action == Action {
    .second(second)
  }

  public static func buildOptional<R: Reducer>(_ reducer: R?) -> R? where R.State == State, R.Action == Action {
    reducer
  }

  public static func buildArray<R: Reducer>(_ reducers: [R]) -> ReducerArray<R>
  where R.State == State, R.Action == Action {
    ReducerArray(reducers: reducers)
  }

  public static func buildLimitedAvailability<R: Reducer>(_ reducer: R) -> Reduce<State, Action>
  where R.State == State, R.Action == Action {
    Reduce(reducer)
  }

  public static func buildFinalResult<R: Reducer>(_ reducer: R) -> R where R.State == State, R.Action == Action {
    reducer
  }
}

/// Two reducers, one after the other; made by the builder.
public struct ReducerSequence<First: Reducer, Next: Reducer>: ReducerOperator
where First.State == Next.State, First.Action == Next.Action {
  public typealias State = First.State
  public typealias Action = First.Action

  @usableFromInline let first: First
  @usableFromInline let next: Next

  @inlinable
  public func node(in tree: ReducerTree) -> ReducerNode<State, Action> {
    first.node(in: tree).followed(by: next.node(in: tree))
  }
}

/// One of two reducers, chosen when the tree is built; made by the builder.
public enum ConditionalReducer<First: Reducer, Second: Reducer>: ReducerOperator
where First.State == Second.State, First.Action == Second.Action {
  public typealias State = First.State
  public typealias Action = First.Action

  case first(First)
  case second(Second)

  @inlinable
  public func node(in tree: ReducerTree) -> ReducerNode<State, Action> {
    switch self {
    case .first(let first): first.node(in: tree)
    case .second(let second): second.node(in: tree)
    }
  }
}

/// Any number of reducers of one type, in order; made by the builder.
public struct ReducerArray<Element: Reducer>: ReducerOperator {
  public typealias State = Element.State
  public typealias Action = Element.Action

  @usableFromInline let reducers: [Element]

  @inlinable
  public func node(in tree: ReducerTree) -> ReducerNode<State, Action> {
    reducers.reduce(.empty) { node, reducer in node.followed(by: reducer.node(in: tree)) }
  }
}

extension Optional: Reducer where Wrapped: Reducer {
  public typealias State = Wrapped.State
  public typealias Action = Wrapped.Action
  public typealias Body = Never
}

extension Optional: ReducerOperator where Wrapped: Reducer {
  @inlinable
  public func node(in tree: ReducerTree) -> ReducerNode<Wrapped.State, Wrapped.Action> {
    self?.node(in: tree) ?? .empty
  }
}

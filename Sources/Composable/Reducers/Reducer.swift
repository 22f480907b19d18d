/// How a feature's state changes with each action, and which effects that starts.
///
/// Implement either `body`, made of other reducers, or `reduce(into:action:)`. A store asks for the
/// body once, when it is made.
public protocol Reducer<State, Action>: Sendable {
  /// What the feature knows and shows.
  associatedtype State: Sendable
  /// What can happen to the feature.
  associatedtype Action: Sendable
  /// The type of `body`: `some Reducer<State, Action>`, or `Never` beside `reduce(into:action:)`.
  associatedtype Body

  /// Changes the state as the action demands, and returns the effects that follow.
  ///
  /// A reducer that calls this for another one, rather than naming it in its `body`, makes that
  /// one's tree anew for each action, and the store does not see its children come and go: what
  /// they hold then lasts until the caller's own effects end.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that the feature is made of, which run from the first to the last.
  @ReducerBuilder<State, Action>
  var body: Body { get }

  /// This reducer's part of a store's tree; only the library's own operators implement it.
  func node(in tree: ReducerTree) -> ReducerNode<State, Action>
}

/// Any reducer with the state and the actions of a feature: `var body: some ReducerOf<Self>`.
public typealias ReducerOf<Feature: Reducer> = Reducer<Feature.State, Feature.Action>

/// The store of a feature: `let store: StoreOf<Countdown>`.
public typealias StoreOf<Feature: Reducer> = Store<Feature.State, Feature.Action>

extension Reducer where Body == Never {
  public var body: Never { preconditionFailure("\(Self.self) has no body: it implements reduce(into:action:)") }

  @inlinable public func node(in tree: ReducerTree) -> ReducerNode<State, Action> {
    ReducerNode { state, action in reduce(into: &state, action: action) }
  }
}

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    node(in: .ofOneAction()).reduce(&state, action)
  }

  @inlinable public func node(in tree: ReducerTree) -> ReducerNode<State, Action> { body.node(in: tree) }
}

/// A reducer of this library that takes part in the tree as more than a function.
public protocol ReducerOperator: Reducer where Body == Never {}

extension ReducerOperator {
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    node(in: .ofOneAction()).reduce(&state, action)
  }
}

/// A reducer made of a function, or of other reducers: every operator returns one.
public struct Reduce<State: Sendable, Action: Sendable>: ReducerOperator {
  @usableFromInline let makeNode: @Sendable (ReducerTree) -> ReducerNode<State, Action>

  /// Makes a reducer of a function.
  @inlinable public init(_ reduce: @escaping @Sendable (inout State, Action) -> Effect<Action>) {
    makeNode = { _ in ReducerNode(reduce: reduce) }
  }

  /// A reducer whose type does not show what it is made of: `Reduce.erasing(Countdown())`.
  @inlinable public static func erasing(_ reducer: some Reducer<State, Action>) -> Self {
    Self(makeNode: { tree in reducer.node(in: tree) })
  }

  @inlinable init(makeNode: @escaping @Sendable (ReducerTree) -> ReducerNode<State, Action>) {
    self.makeNode = makeNode
  }

  @inlinable public func node(in tree: ReducerTree) -> ReducerNode<State, Action> { makeNode(tree) }
}

/// A reducer that does nothing.
public struct EmptyReducer<State: Sendable, Action: Sendable>: ReducerOperator {
  /// Makes the reducer.
  public init() {}

  @inlinable public func node(in tree: ReducerTree) -> ReducerNode<State, Action> { .empty }
}

/// Several reducers as one, so that an operator applies to all of them.
public struct CombineReducers<State: Sendable, Action: Sendable, Reducers: Reducer>: ReducerOperator
where Reducers.State == State, Reducers.Action == Action {
  @usableFromInline let reducers: Reducers

  /// Makes one reducer of those in the block.
  public init(@ReducerBuilder<State, Action> _ reducers: () -> Reducers) {
    self.reducers = reducers()
  }

  @inlinable public func node(in tree: ReducerTree) -> ReducerNode<State, Action> { reducers.node(in: tree) }
}

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
/// Its type keeps those of its parts, so that the compiler can join their functions:
/// `scoped_send_ns` in `bench core` depends on that.
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

extension Reducer {
  /// Overrides a dependency for this reducer and the effects that it starts; of several overrides
  /// the one nearest to the reducer wins.
  ///
  /// ```swift
  /// Search()
  ///   .dependency(\.search, .offline)
  /// ```
  @inlinable public func dependency<Value: Sendable>(
    _ keyPath: SendableKeyPath<DependencyValues, Value>,
    _ value: Value
  ) -> Reduce<State, Action> {
    transformDependency(keyPath) { $0 = value }
  }

  /// Changes a dependency for this reducer and the effects that it starts.
  @inlinable public func transformDependency<Value: Sendable>(
    _ keyPath: SendableKeyPath<DependencyValues, Value>,
    _ transform: @escaping @Sendable (inout Value) -> Void
  ) -> Reduce<State, Action> {
    let change: @Sendable (inout DependencyValues) -> Void = { transform(&$0[keyPath: keyPath]) }
    // The body is made under the override too, so that what it captures is overridden.
    return Reduce(makeNode: { tree in withDependencies(change) { node(in: tree) }.overriding(change) })
  }
}

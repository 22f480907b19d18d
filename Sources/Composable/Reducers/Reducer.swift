/// How a feature's state changes with each action, and which effects that starts.
///
/// Implement either `body`, made of other reducers, or `reduce(into:action:)`. A store asks for the body once, when it is made.
public protocol Reducer<State, Action>: Sendable {
  /// What the feature knows and shows.
  associatedtype State: Sendable
  /// What can happen to the feature.
  associatedtype Action: Sendable
  /// The type of `body`: `some Reducer<State, Action>`, or `Never` beside `reduce(into:action:)`.
  associatedtype Body

  /// Changes the state as the action demands, and returns the effects that follow.
  ///
  /// A reducer that calls this for another one, rather than naming it in its `body`, makes that one's tree anew for each action, and the store does not
  /// see its children come and go: what they hold then lasts until the caller's own effects end.
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

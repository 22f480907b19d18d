/// How a feature's state changes with each action, and which effects that starts.
///
/// Implement either `body`, made of other reducers, or `reduce(into:action:)`. A store asks for the
/// body once, when it is made.
public protocol Reducer<State, Action>: Sendable {
  /// What the feature knows and shows.
  associatedtype State: Sendable
  /// What can happen to the feature.
  associatedtype Action: Sendable
  /// The type of `body`: `some Reducer<State, Action>`, or `Never` with `reduce(into:action:)`.
  associatedtype Body

  /// Changes the state for an action, and returns the effects to start.
  ///
  /// A reducer must not call this on another one, which is reported as an issue: the store would
  /// not notice the children of that reducer come and go, so what they hold would last until the
  /// caller's own effects end. Name the other reducer in `body`, or wrap it with
  /// `Reduce(wrapping:)`.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that the feature is made of, which run from the first to the last.
  @ReducerBuilder<State, Action>
  var body: Body { get }

  /// This reducer's part of a store's tree; only the library's own operators implement it.
  func node(in tree: _ReducerTree) -> _ReducerNode<State, Action>
}

/// Any reducer with the state and the actions of a feature: `var body: some ReducerOf<Self>`.
public typealias ReducerOf<Feature: Reducer> = Reducer<Feature.State, Feature.Action>

/// The store of a feature: `let store: StoreOf<Countdown>`.
public typealias StoreOf<Feature: Reducer> = Store<Feature.State, Feature.Action>

extension Reducer where Body == Never {
  public var body: Never { preconditionFailure("\(Self.self) has no body: it implements reduce(into:action:)") }

  @inlinable public func node(in tree: _ReducerTree) -> _ReducerNode<State, Action> {
    _ReducerNode { state, action in reduce(into: &state, action: action) }
  }
}

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reduceAlone(&state, action)
  }

  @inlinable public func node(in tree: _ReducerTree) -> _ReducerNode<State, Action> { body.node(in: tree) }
}

extension Reducer {
  /// Reduces one action outside of any store, in a tree of its own.
  func reduceAlone(_ state: inout State, _ action: Action) -> Effect<Action> {
    let tree = _ReducerTree.ofOneAction()
    let node = node(in: tree)
    let effect = withDependencies {
      $0.presence = tree.presence
    } operation: {
      node.reduce(&state, action)
    }
    if node.derivation != nil { reportLostDerivations() }
    if let location = effect.locationOfWork(isOfChild: false) {
      reportIssue(
        """
        '\(typeName(of: Self.self)).reduce(into:action:)' was called by hand, and '\(caseName(of: action))' began an effect of a child.

        The effect was written at \(location). It goes on when the child has gone, and what it holds is not released: no store sees that child come and \
        go. Name the reducer in a "body", or write the operator with "Reduce(wrapping:)".
        """,
        at: location
      )
    }
    return effect
  }

  private func reportLostDerivations() {
    reportIssue(
      """
      '\(typeName(of: Self.self)).reduce(into:action:)' was called by hand, so its 'onChange' and 'onMount' did nothing.

      Only a store sees what changes, comes and goes. Name the reducer in a "body", or write the operator with "Reduce(wrapping:)".
      """,
      at: CodeLocation(fileID: #fileID, line: #line)
    )
  }
}

extension Effect {
  /// The location of the first effect with work of a mounted child; nil if no child has one.
  fileprivate func locationOfWork(isOfChild: Bool) -> CodeLocation? {
    switch kind {
    case .none, .send, .cancel: nil
    case .work(let work): isOfChild ? work.location : nil
    case .merge(let effects), .concatenate(let effects):
      effects.lazy.compactMap { $0.locationOfWork(isOfChild: isOfChild) }.first
    case .cancellable(let effect, _, _), .throttle(let effect, _): effect.locationOfWork(isOfChild: isOfChild)
    case .mounted(let effect, _, _): effect.locationOfWork(isOfChild: true)
    }
  }
}

/// A reducer of this library that makes its own node in the tree.
public protocol _ReducerOperator: Reducer where Body == Never {}

extension _ReducerOperator {
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reduceAlone(&state, action)
  }
}

/// A reducer made from a function or from other reducers. Every operator returns one.
public struct Reduce<State: Sendable, Action: Sendable>: _ReducerOperator {
  @usableFromInline let makeNode: @Sendable (_ReducerTree) -> _ReducerNode<State, Action>

  /// Makes a reducer from a function.
  @inlinable public init(_ reduce: @escaping @Sendable (inout State, Action) -> Effect<Action>) {
    makeNode = { _ in _ReducerNode(reduce: reduce) }
  }

  /// Makes an operator from a function that runs the wrapped reducer and may do more before and
  /// after it.
  ///
  /// ```swift
  /// extension Reducer {
  ///   func logged(to log: Log) -> Reduce<State, Action> {
  ///     Reduce(wrapping: self) { state, action, reduce in
  ///       let effect = reduce(&state, action)
  ///       return .merge(effect, .run { [state] _ in await log.write("\(state)") })
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// The store still sees the children of the wrapped reducer come and go, which it would not if
  /// the function called `reduce(into:action:)`.
  @inlinable public init(
    wrapping reducer: some Reducer<State, Action>,
    _ body:
      @escaping @Sendable (
        _ state: inout State, _ action: Action, _ reduce: (inout State, Action) -> Effect<Action>
      ) -> Effect<Action>
  ) {
    self.init(makeNode: { tree in
      var node = reducer.node(in: tree)
      node.reduce = { [reduce = node.reduce] state, action in body(&state, action, reduce) }
      return node
    })
  }

  /// Type-erases a reducer: `Reduce.erasing(Countdown())`.
  @inlinable public static func erasing(_ reducer: some Reducer<State, Action>) -> Self {
    Self(makeNode: { tree in reducer.node(in: tree) })
  }

  @inlinable init(makeNode: @escaping @Sendable (_ReducerTree) -> _ReducerNode<State, Action>) {
    self.makeNode = makeNode
  }

  @inlinable public func node(in tree: _ReducerTree) -> _ReducerNode<State, Action> { makeNode(tree) }
}

/// A reducer that does nothing.
public struct EmptyReducer<State: Sendable, Action: Sendable>: _ReducerOperator {
  /// Makes the reducer.
  public init() {}

  @inlinable public func node(in tree: _ReducerTree) -> _ReducerNode<State, Action> { .empty }
}

/// Several reducers as one, so that an operator applies to all of them.
public struct CombineReducers<State: Sendable, Action: Sendable, Reducers: Reducer>: _ReducerOperator
where Reducers.State == State, Reducers.Action == Action {
  @usableFromInline let reducers: Reducers

  /// Makes one reducer from those in the block.
  public init(@ReducerBuilder<State, Action> _ reducers: () -> Reducers) {
    self.reducers = reducers()
  }

  @inlinable public func node(in tree: _ReducerTree) -> _ReducerNode<State, Action> { reducers.node(in: tree) }
}

/// Combines reducers, which run from top to bottom.
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
  ) -> _ReducerSequence<First, Next> where First.State == State, First.Action == Action {
    _ReducerSequence(first: accumulated, next: next)
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

/// Two reducers that run one after the other; made by the builder.
///
/// Its type keeps those of its parts, so that the compiler can join their functions:
/// `scoped_send_ns` in `bench core` depends on that.
public struct _ReducerSequence<First: Reducer, Next: Reducer>: _ReducerOperator
where First.State == Next.State, First.Action == Next.Action {
  public typealias State = First.State
  public typealias Action = First.Action

  @usableFromInline let first: First
  @usableFromInline let next: Next

  @inlinable public func node(in tree: _ReducerTree) -> _ReducerNode<State, Action> {
    first.node(in: tree).followed(by: next.node(in: tree))
  }
}

extension Optional: Reducer, _ReducerOperator where Wrapped: Reducer {
  public typealias State = Wrapped.State
  public typealias Action = Wrapped.Action
  public typealias Body = Never

  @inlinable public func node(in tree: _ReducerTree) -> _ReducerNode<Wrapped.State, Wrapped.Action> {
    self?.node(in: tree) ?? .empty
  }
}

extension Reducer {
  /// Overrides a dependency for this reducer and the effects that it starts. The innermost override
  /// wins.
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
    // Make the body under the override, too, so that it captures the overridden values.
    return Reduce(makeNode: { tree in withDependencies(change) { node(in: tree) }.overriding(change) })
  }
}

extension Reducer {
  /// Overrides a dependency for this reducer and the effects that it starts; of several overrides the one nearest to the reducer wins.
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

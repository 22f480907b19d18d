extension Reducer {
  /// Overrides a dependency for this reducer and the effects that it starts; of several overrides the one nearest to the reducer wins.
  ///
  /// ```swift
  /// Search()
  ///   .dependency(\.search, .offline)
  /// ```
  @inlinable
  public func dependency<Value: Sendable>(
    _ keyPath: SendableKeyPath<DependencyValues, Value>,
    _ value: Value
  ) -> Reduce<State, Action> {
    transformDependency(keyPath) { $0 = value }
  }

  /// Changes a dependency for this reducer and the effects that it starts.
  @inlinable
  public func transformDependency<Value: Sendable>(
    _ keyPath: SendableKeyPath<DependencyValues, Value>,
    _ transform: @escaping @Sendable (inout Value) -> Void
  ) -> Reduce<State, Action> {
    Reduce(makeNode: { tree in
      // The body is made under the override too, so that what it captures is overridden.
      var values = DependencyValues.current
      transform(&values[keyPath: keyPath])
      return DependencyValues.$current.withValue(values) { node(in: tree) }
        .wrapped { body in
          var values = DependencyValues.current
          transform(&values[keyPath: keyPath])
          return DependencyValues.$current.withValue(values, operation: body)
        }
    })
  }
}

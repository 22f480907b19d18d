extension Reducer {
  /// Overrides a dependency for this reducer and the effects that it starts.
  ///
  /// ```swift
  /// Search()
  ///   .dependency(\.search, .offline)
  /// ```
  public func dependency<Value: Sendable>(
    _ keyPath: SendableKeyPath<DependencyValues, Value>,
    _ value: Value
  ) -> DependencyWriter<Self> {
    DependencyWriter(base: self) { $0[keyPath: keyPath] = value }
  }

  /// Changes a dependency for this reducer and the effects that it starts.
  public func transformDependency<Value: Sendable>(
    _ keyPath: SendableKeyPath<DependencyValues, Value>,
    _ transform: @escaping @Sendable (inout Value) -> Void
  ) -> DependencyWriter<Self> {
    DependencyWriter(base: self) { transform(&$0[keyPath: keyPath]) }
  }
}

/// A reducer with dependencies of its own; made by `dependency`.
public struct DependencyWriter<Base: Reducer>: ReducerOperator {
  public typealias State = Base.State
  public typealias Action = Base.Action

  @usableFromInline let base: Base
  @usableFromInline let update: @Sendable (inout DependencyValues) -> Void

  @inlinable
  public func node(in tree: ReducerTree) -> ReducerNode<State, Action> {
    override { base.node(in: tree) }.wrapped(override)
  }

  /// Joins this override and a later one, which yields where both write: the one nearer to the reducer wins.
  public func dependency<Value: Sendable>(
    _ keyPath: SendableKeyPath<DependencyValues, Value>,
    _ value: Value
  ) -> Self {
    outside { $0[keyPath: keyPath] = value }
  }

  /// Joins this override and a later change, on whose result this one works.
  public func transformDependency<Value: Sendable>(
    _ keyPath: SendableKeyPath<DependencyValues, Value>,
    _ transform: @escaping @Sendable (inout Value) -> Void
  ) -> Self {
    outside { transform(&$0[keyPath: keyPath]) }
  }

  private func outside(_ outer: @escaping @Sendable (inout DependencyValues) -> Void) -> Self {
    Self(base: base) { values in
      outer(&values)
      update(&values)
    }
  }

  @inlinable
  @Sendable
  func override<Result>(_ body: () -> Result) -> Result {
    var values = DependencyValues.current
    update(&values)
    return DependencyValues.$current.withValue(values, operation: body)
  }
}

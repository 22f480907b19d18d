extension DependencyValues {
  /// Reduces as something that can be dismissed: the reducers see it, and the effects that they start.
  @usableFromInline
  @Sendable
  static func present<Result>(_ reduce: () -> Result) -> Result {
    var values = current
    values.isPresented = true
    return $current.withValue(values, operation: reduce)
  }
}

extension ReducerNode {
  /// Lets the node's reducers know that they belong to something that can be dismissed.
  @inlinable
  func presented() -> Self {
    wrapped(DependencyValues.present)
  }
}

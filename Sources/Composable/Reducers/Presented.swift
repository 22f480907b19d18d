/// Whether the reducer that is at work belongs to a child that was presented or pushed.
@usableFromInline
enum PresentationContext {
  @TaskLocal static var isPresented = false

  @usableFromInline
  @Sendable
  static func present<Result>(_ reduce: () -> Result) -> Result {
    $isPresented.withValue(true, operation: reduce)
  }
}

extension ReducerNode {
  /// Lets the node's reducers know that they belong to something that can be dismissed.
  @inlinable
  func presented() -> Self {
    wrapped(PresentationContext.present)
  }
}

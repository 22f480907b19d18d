/// Whether the reducer that is at work belongs to a child that was presented or pushed.
enum PresentationContext {
  @TaskLocal static var isPresented = false
}

extension ReducerNode {
  /// Lets the node's reducers know that they belong to something that can be dismissed.
  func presented() -> Self {
    wrapped { reduce in PresentationContext.$isPresented.withValue(true, operation: reduce) }
  }
}

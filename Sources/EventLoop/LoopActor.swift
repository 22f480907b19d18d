/// An actor that lives on a loop.
public protocol LoopActor: Actor {
  nonisolated var loop: EventLoop { get }
}

extension LoopActor {
  /// Calls `body` with the actor and its input, from code that already runs on the loop.
  public nonisolated func onLoop<Input: Sendable, Output: Sendable>(
    _ input: Input,
    _ body: @Sendable (isolated Self, Input) -> Output
  ) -> Output {
    assumeIsolated { body($0, input) }
  }
}

/// An actor whose executor is a loop.
public protocol LoopActor: Actor {
  nonisolated var loop: EventLoop { get }
}

extension LoopActor {
  public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
}

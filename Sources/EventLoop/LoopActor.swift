/// An actor whose state is used on the thread of its loop alone.
///
/// It is no class, since the closures that a loop, a watch or a timer calls later are `@Sendable`: they can capture an actor, and enter it by
/// `assumeIsolated`, which checks that it runs on the loop and is an ordinary call otherwise. A class would need a lock, which must
/// not be held while it calls its owner back, who may call it again.
public protocol LoopActor: Actor {
  nonisolated var loop: EventLoop { get }
}

extension LoopActor {
  public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
}

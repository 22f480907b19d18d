import Synchronization

extension EventLoop {
  /// Suspends the task until the deadline has passed; a cancelled one wakes at once, throws, and leaves no timer.
  public nonisolated(nonsending) func sleep(until deadline: LoopClock.Instant) async throws {
    let sleeper = Sleeper(self)
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { sleeper.fallAsleep(until: deadline, $0) }
    } onCancel: {
      sleeper.cancel()
    }
  }

  /// Suspends the task for a while; a cancelled one wakes at once, throws, and leaves no timer.
  public nonisolated(nonsending) func sleep(for duration: Duration) async throws {
    try await sleep(until: .now.advanced(by: duration))
  }
}

/// One sleep of one task. Its stages follow each other on the loop's thread.
private final class Sleeper: Sendable {
  private typealias Continuation = UnsafeContinuation<Void, any Error>

  private enum Stage {
    case awake
    case asleep(Continuation, Timer)
    case cancelled
  }

  private let loop: EventLoop
  private let stage = Mutex(Stage.awake)

  init(_ loop: EventLoop) {
    self.loop = loop
  }

  func fallAsleep(until deadline: LoopClock.Instant, _ continuation: UnsafeContinuation<Void, any Error>) {
    guard loop.isOnLoop else { return loop.perform { self.fallAsleep(until: deadline, continuation) } }
    if case .cancelled = stage.withLock({ $0 }) { return continuation.resume(throwing: CancellationError()) }
    let timer = loop.at(deadline) { self.wake() }
    stage.withLock { $0 = .asleep(continuation, timer) }
  }

  func cancel() {
    guard loop.isOnLoop else { return loop.perform { self.cancel() } }
    guard case .asleep(let continuation, let timer) = exchange(.cancelled) else { return }
    loop.cancel(timer)
    continuation.resume(throwing: CancellationError())
  }

  private func wake() {
    guard case .asleep(let continuation, _) = exchange(.awake) else { return }
    continuation.resume()
  }

  private func exchange(_ next: Stage) -> Stage {
    stage.withLock { stage in
      defer { stage = next }
      return stage
    }
  }
}

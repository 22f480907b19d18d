import Dispatch
import Synchronization

/// A serial executor that runs its jobs as they come, on a thread that nobody steps.
final class ThreadExecutor: SerialExecutor, TaskExecutor {
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  private let queue = DispatchQueue(label: "thread executor")

  init() {
    queue.setSpecific(key: Self.key, value: ObjectIdentifier(self))
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async {
      job.runSynchronously(isolatedTo: self.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor())
    }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }

  func isIsolatingCurrentContext() -> Bool? {
    DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(self)
  }

  func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "called from outside the thread executor")
  }

  /// Runs `body` behind what waits already.
  func post(_ body: @escaping @Sendable () -> Void) {
    queue.async(execute: body)
  }

  /// Runs `body` behind what waits already, and returns when it is done.
  func perform<Result>(_ body: () -> Result) -> Result {
    queue.sync(execute: body)
  }

  /// Calls `body` on so many threads at once, and returns when all are done.
  static func onThreads(_ count: Int, _ body: @Sendable (Int) -> Void) {
    DispatchQueue.concurrentPerform(iterations: count, execute: body)
  }
}

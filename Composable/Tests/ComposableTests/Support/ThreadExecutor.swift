import Foundation
import Synchronization

/// A serial executor that runs its jobs as they come, on a thread of its own.
final class ThreadExecutor: SerialExecutor, TaskExecutor {
  private let queue = OperationQueue()

  init() {
    queue.maxConcurrentOperationCount = 1
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    post {
      job.runSynchronously(isolatedTo: self.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor())
    }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }

  func isIsolatingCurrentContext() -> Bool? { OperationQueue.current === queue }

  func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "called from outside the thread executor")
  }

  /// Runs `body` behind what waits already.
  func post(_ body: @escaping @Sendable () -> Void) {
    queue.addOperation(body)
  }

  /// Runs `body` behind what waits already, and returns when it is done.
  func perform<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    let result = Mutex<Result?>(nil)
    queue.addOperations([BlockOperation { result.withLock { $0 = body() } }], waitUntilFinished: true)
    return result.withLock { $0! }
  }

  /// Calls `body` on so many threads at once, and returns when all are done.
  static func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = count
    queue.addOperations((0..<count).map { index in BlockOperation { body(index) } }, waitUntilFinished: true)
  }
}

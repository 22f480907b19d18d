import ComposableCore
import Glibc
import Synchronization

/// An executor that runs its jobs only when it is stepped, one after another, on the stepping
/// thread.
///
/// A store on it does nothing behind the test's back: after `drain()` there is certainly nothing
/// left to do.
public final class SteppedExecutor: SerialExecutor, TaskExecutor {
  private struct Work {
    let jobs = Queue<UnownedJob>()
    /// Tasks that wait for work from outside; each is told whether some came.
    var waiters: [AsyncStream<Bool>.Continuation] = []
  }

  private let work = Mutex(Work())
  /// The thread that runs jobs now; 0 for none.
  private let thread = Atomic<pthread_t>(0)

  /// Makes an executor without jobs.
  public init() {}

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let waiters = work.withLock { work in
      work.jobs.append(job)
      defer { work.waiters = [] }
      return work.waiters
    }
    for waiter in waiters { waiter.yield(true) }
  }

  public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  public func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }

  public func isIsolatingCurrentContext() -> Bool? { thread.load(ordering: .relaxed) == pthread_self() }

  public func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "called from outside the stepped executor")
  }

  /// Whether no job is waiting.
  public var isIdle: Bool { work.withLock { $0.jobs.isEmpty } }

  /// Runs `body` now, isolated to this executor. The jobs that it enqueues wait for a step.
  public func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    let own = pthread_self()
    let outer = thread.exchange(own, ordering: .acquiring)
    precondition(outer == 0 || outer == own, "a stepped executor is stepped by one thread at a time")
    defer { thread.store(outer, ordering: .releasing) }
    return try body()
  }

  /// Runs the oldest job; false when there was none.
  @discardableResult
  public func step() -> Bool {
    guard let job = work.withLock({ $0.jobs.popFirst() }) else { return false }
    perform { job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor()) }
    return true
  }

  /// Runs jobs, and the jobs that they enqueue, until none is left.
  public func drain() {
    while step() {}
  }

  /// Waits, in real time, for work from outside; false if the deadline comes first or the waiting
  /// task is cancelled.
  func isGivenWork(until deadline: ContinuousClock.Instant) async -> Bool {
    let (answers, waiter) = AsyncStream.makeStream(of: Bool.self)
    let isGivenWork = work.withLock { work in
      if work.jobs.isEmpty { work.waiters.append(waiter) }
      return !work.jobs.isEmpty
    }
    if isGivenWork { return true }
    let alarm = Task(executorPreference: globalConcurrentExecutor) {
      try await ContinuousClock().sleep(until: deadline)
      waiter.yield(false)
    }
    defer { alarm.cancel() }
    // The stream of a cancelled task ends without an answer.
    return await answers.first { _ in true } ?? false
  }
}

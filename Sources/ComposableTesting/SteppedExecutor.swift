import Glibc
import Composable

/// An executor that runs its jobs only when it is stepped, one after another, on the stepping thread.
///
/// A store that is handed one does nothing behind its test's back: after `drain()` nothing is left to do, as a fact and not as a guess.
public final class SteppedExecutor: SerialExecutor, TaskExecutor {
  private struct Work {
    let jobs = Queue<UnownedJob>()
    var thread: pthread_t?
    /// Tasks that wait for work from outside.
    var waiters: [Int: Waiter] = [:]
    private var lastTicket = 0

    mutating func makeTicket() -> Int {
      lastTicket += 1
      return lastTicket
    }
  }

  private typealias Waiter = CheckedContinuation<Bool, Never>

  private let work = TraceableMutex(Work())

  public init() {}

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let waiters = work.withLock { work in
      work.jobs.append(job)
      defer { work.waiters = [:] }
      return work.waiters
    }
    for waiter in waiters.values { waiter.resume(returning: true) }
  }

  public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  public func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }

  public func isIsolatingCurrentContext() -> Bool? {
    let thread = pthread_self()
    return work.withLock { $0.thread == thread }
  }

  public func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "called from outside the stepped executor")
  }

  public var isIdle: Bool { work.withLock { $0.jobs.isEmpty } }

  /// Runs `body` at once, isolated to this executor; the jobs that it enqueues wait for a step.
  public func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    let thread = pthread_self()
    let outer = work.withLock { work in
      defer { work.thread = thread }
      return work.thread
    }
    precondition(outer == nil || outer == thread, "a stepped executor is stepped by one thread at a time")
    defer { work.withLock { $0.thread = outer } }
    return try body()
  }

  /// Runs the oldest job; false when there was none.
  @discardableResult
  public func step() -> Bool {
    guard let job = work.withLock({ $0.jobs.popFirst() }) else { return false }
    perform {
      job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
    return true
  }

  /// Runs jobs, also those that they enqueue, until none is left.
  public func drain() {
    while step() {}
  }

  /// Waits, in real time, until work came from outside; false when the deadline came first, or the waiting task was cancelled.
  func isGivenWork(until deadline: ContinuousClock.Instant) async -> Bool {
    let ticket = work.withLock { $0.makeTicket() }
    let alarm = Task(executorPreference: globalConcurrentExecutor) {
      try await ContinuousClock().sleep(until: deadline)
      self.giveUp(ticket)
    }
    defer { alarm.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { wait($0, ticket, until: deadline) }
    } onCancel: {
      giveUp(ticket)
    }
  }

  private func wait(_ waiter: Waiter, _ ticket: Int, until deadline: ContinuousClock.Instant) {
    let answer = work.withLock { work -> Bool? in
      if !work.jobs.isEmpty { return true }
      if Task.isCancelled || deadline <= .now { return false }
      work.waiters[ticket] = waiter
      return nil
    }
    if let answer { waiter.resume(returning: answer) }
  }

  private func giveUp(_ ticket: Int) {
    work.withLock { $0.waiters.removeValue(forKey: ticket) }?.resume(returning: false)
  }
}

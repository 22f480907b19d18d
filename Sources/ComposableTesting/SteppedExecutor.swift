import Glibc
import Composable

/// An executor that runs its jobs only when it is stepped, one after another, on the stepping thread.
///
/// A store that is handed one does nothing behind its test's back: after `drain()` nothing is left to do, as a fact and not as a guess.
public final class SteppedExecutor: SerialExecutor, TaskExecutor {
  private struct Queue {
    var jobs: [UnownedJob] = []
    var next = 0
    var thread: pthread_t?
    /// Tasks that wait for work from outside.
    var waiters: [Int: Waiter] = [:]
    private var lastTicket = 0

    var isEmpty: Bool { next == jobs.count }

    mutating func takeWaiters() -> [Int: Waiter] {
      if waiters.isEmpty { return [:] }
      defer { waiters = [:] }
      return waiters
    }

    mutating func makeTicket() -> Int {
      lastTicket += 1
      return lastTicket
    }
  }

  private typealias Waiter = CheckedContinuation<Bool, Never>

  private let queue = TraceableMutex(Queue())

  /// Makes an executor without jobs.
  public init() {}

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let waiters = queue.withLock { queue in
      queue.jobs.append(job)
      return queue.takeWaiters()
    }
    for waiter in waiters.values { waiter.resume(returning: true) }
  }

  public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  public func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }

  public func isIsolatingCurrentContext() -> Bool? {
    let thread = pthread_self()
    return queue.withLock { $0.thread == thread }
  }

  public func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "called from outside the stepped executor")
  }

  /// Whether no job waits to be run.
  public var isIdle: Bool { queue.withLock { $0.isEmpty } }

  /// Runs `body` at once, isolated to this executor; the jobs that it enqueues wait for a step.
  public func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    let thread = pthread_self()
    let outer = queue.withLock { queue in
      defer { queue.thread = thread }
      return queue.thread
    }
    precondition(outer == nil || outer == thread, "a stepped executor is stepped by one thread at a time")
    defer { queue.withLock { $0.thread = outer } }
    return try body()
  }

  /// Runs the oldest job; false when there was none.
  @discardableResult
  public func step() -> Bool {
    guard let job = dequeue() else { return false }
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
    let ticket = queue.withLock { $0.makeTicket() }
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
    let answer = queue.withLock { queue -> Bool? in
      if !queue.isEmpty { return true }
      if Task.isCancelled || deadline <= .now { return false }
      queue.waiters[ticket] = waiter
      return nil
    }
    if let answer { waiter.resume(returning: answer) }
  }

  private func giveUp(_ ticket: Int) {
    queue.withLock { $0.waiters.removeValue(forKey: ticket) }?.resume(returning: false)
  }

  private func dequeue() -> UnownedJob? {
    queue.withLock { queue in
      if queue.isEmpty { return nil }
      let job = queue.jobs[queue.next]
      queue.next += 1
      if queue.next == queue.jobs.count {
        queue.jobs.removeAll(keepingCapacity: true)
        queue.next = 0
      }
      return job
    }
  }
}

import Synchronization

extension EventLoop {
  /// Waits if there is nothing to do; then descriptors, deadlines and jobs, each no more than its share.
  func turn() {
    waitForDescriptors()
    fireDueTimers()
    runJobs()
  }

  private func waitForDescriptors() {
    let isSleeping = withState { $0.isIdle } && jobs.withLock { $0.fallAsleep() }
    if isSleeping { withState { $0.armTimer() } }
    var isAwake = !isSleeping
    epoll.wait(forEver: isSleeping) { token, readiness in
      if !isAwake { jobs.withLock { $0.wakeUp() } }
      isAwake = true
      deliver(readiness, to: token)
    }
    if !isAwake { jobs.withLock { $0.wakeUp() } }
  }

  private func deliver(_ readiness: Readiness, to token: WatchToken) {
    switch token {
    case .wakeUp: break
    case .timer: withState { $0.timer.expired() }
    // Lent out as it is kept: a bare closure would be wrapped anew for every event.
    default: withState { $0.watches[token] }?.callback(readiness)
    }
  }

  private func fireDueTimers() {
    guard var due = withState({ $0.takeDueTimers(limit: Self.shareOfTurn) }) else { return }
    for timer in due {
      withState { $0.timers.take(timer) }?()
    }
    withState { $0.recycle(&due) }
  }

  private func runJobs() {
    var batch = JobBatch()
    withState { $0.exchangeBatch(&batch) }
    for _ in 0..<Self.shareOfTurn {
      if batch.isEmpty { jobs.withLock { $0.refill(&batch) } }
      guard let job = batch.popFirst() else { break }
      run(job)
    }
    withState { $0.exchangeBatch(&batch) }
  }

  private func run(_ job: Job) {
    switch job {
    case .task(let job):
      job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    case .closure(let body):
      body()
    }
  }
}

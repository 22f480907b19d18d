extension EventLoop {
  public func enqueue(_ job: consuming ExecutorJob) {
    append(.task(UnownedJob(job)))
  }

  public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  public func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }

  public func isIsolatingCurrentContext() -> Bool? { isOnLoop }

  public func checkIsolated() {
    precondition(isOnLoop, "called from outside the loop")
  }
}

/// Something to be run on the loop.
enum Job: Sendable {
  case task(UnownedJob)
  case closure(@Sendable () -> Void)
}

/// What any thread may hand to the loop.
struct JobQueue: Sendable {
  private var jobs: [Job] = []
  private var isLoopAsleep = false
  private var isStopRequested = false

  /// Adds a job, and says whether the loop sleeps and has to be woken: once for all that comes until it is awake.
  mutating func append(_ job: Job) -> Bool {
    jobs.append(job)
    return wake()
  }

  /// Asks the loop to stop, and says whether it sleeps and has to be woken.
  mutating func requestStop() -> Bool {
    isStopRequested = true
    return wake()
  }

  mutating func takeStopRequest() -> Bool {
    defer { isStopRequested = false }
    return isStopRequested
  }

  /// Marks the loop as asleep unless something waits for it.
  mutating func fallAsleep() -> Bool {
    isLoopAsleep = jobs.isEmpty && !isStopRequested
    return isLoopAsleep
  }

  mutating func wakeUp() {
    isLoopAsleep = false
  }

  /// Refills a batch that has been run to its end.
  mutating func refill(_ batch: inout JobBatch) {
    batch.refill(from: &jobs)
  }

  private mutating func wake() -> Bool {
    defer { isLoopAsleep = false }
    return isLoopAsleep
  }
}

/// Jobs to be run. They are kept last one first, so that each is let go of when it has been taken.
struct JobBatch: Sendable {
  private var jobs: [Job] = []

  var isEmpty: Bool { jobs.isEmpty }

  mutating func refill(from other: inout [Job]) {
    swap(&jobs, &other)
    jobs.reverse()
  }

  mutating func popFirst() -> Job? { jobs.popLast() }
}

/// What waits on a loop.
struct LoopState: ~Copyable, Sendable {
  var timers = TimerHeap()
  var timer: TimerFile
  var watches = WatchTable()
  var batch = JobBatch()
  /// Timers that are due, on their way to be called.
  var due: [Timer] = []
  private var isRunning = false

  init(timer: consuming TimerFile) {
    self.timer = timer
  }

  mutating func beginRunning() {
    precondition(!isRunning, "run from inside the loop")
    isRunning = true
  }

  mutating func endRunning() {
    isRunning = false
  }

  /// Whether no job of an earlier turn is left and no deadline has passed.
  var isIdle: Bool {
    guard batch.isEmpty else { return false }
    guard let earliest = timers.earliest else { return true }
    return earliest > .now
  }

  mutating func armTimer() {
    timer.arm(for: timers.earliest)
  }

  mutating func exchangeBatch(_ other: inout JobBatch) {
    swap(&batch, &other)
  }

  /// Takes out the timers whose time has come, if there are any; one that is set while they are called waits for the next turn.
  mutating func takeDueTimers(limit: Int) -> [Timer]? {
    guard let earliest = timers.earliest else { return nil }
    let now = LoopClock.Instant.now
    guard earliest <= now else { return nil }
    var list: [Timer] = []
    swap(&list, &due)
    timers.popDue(at: now, limit: limit, into: &list)
    return list
  }

  /// Keeps the memory of a list for the next one.
  mutating func recycle(_ list: inout [Timer]) {
    list.removeAll(keepingCapacity: true)
    swap(&list, &due)
  }
}

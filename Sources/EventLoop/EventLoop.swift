import Glibc
import Synchronization

/// One thread that waits for everything: descriptors, deadlines, signals, processes, and the jobs of Swift's tasks.
///
/// It belongs to the thread that makes it: that thread runs it, and only code on that thread registers with it.
public final class EventLoop: SerialExecutor, TaskExecutor {
  /// How many jobs, and how many deadlines, one turn takes on before it looks at the rest again.
  static let shareOfTurn = 256

  let thread: pthread_t
  let epoll: Epoll
  let wakeUp: WakeUp
  let wallClock: WallClock
  let jobs = TraceableMutex(JobQueue())
  /// Touched by the loop's thread alone. The lock is never contended: it is how the compiler learns of that.
  private let state: Mutex<LoopState>

  public convenience init() throws(SystemError) {
    try self.init(wallClock: .kernel)
  }

  init(wallClock: WallClock) throws(SystemError) {
    thread = pthread_self()
    epoll = try Epoll()
    wakeUp = try WakeUp()
    self.wallClock = wallClock
    let timer = try TimerFile()
    try epoll.addEdgeTriggered(wakeUp.descriptor.number, .wakeUp)
    try epoll.addEdgeTriggered(timer.descriptor.number, .timer)
    state = Mutex(LoopState(timer: timer))
  }

  /// Whether the caller runs on the loop's thread.
  public var isOnLoop: Bool { pthread_equal(thread, pthread_self()) != 0 }

  /// Delivers what comes until somebody calls `stop()`.
  public func run() {
    precondition(isOnLoop, "run by a thread that did not make the loop")
    withState { $0.beginRunning() }
    repeat { turn() } while !jobs.withLock { $0.takeStopRequest() }
    withState { $0.endRunning() }
  }

  /// Ends `run()` when the present turn is over; what waits then waits for the next `run()`.
  public func stop() {
    if jobs.withLock({ $0.requestStop() }) { wakeUp.send() }
  }

  /// Runs `body` on the loop, after the jobs that wait already.
  public func perform(_ body: @escaping @Sendable () -> Void) {
    append(.closure(body))
  }

  func append(_ job: Job) {
    if jobs.withLock({ $0.append(job) }) { wakeUp.send() }
  }

  /// Must not run foreign code, deinitialisers included: it may come back here.
  func withState<Value, Failure: Error>(
    _ body: (inout LoopState) throws(Failure) -> sending Value
  ) throws(Failure) -> Value {
    precondition(isOnLoop, "registered from outside the loop")
    return try state.withLock { (state: inout sending LoopState) throws(Failure) -> sending Value in
      try body(&state)
    }
  }
}

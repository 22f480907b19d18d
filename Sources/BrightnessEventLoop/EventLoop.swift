import Glibc
import Synchronization

/// One thread that waits for descriptors, deadlines, signals and processes, and runs the jobs of
/// Swift's tasks.
///
/// A loop belongs to the thread that creates it: this thread runs it, and only code on this thread
/// registers watches and timers.
public final class EventLoop: SerialExecutor, TaskExecutor {
  /// Limit of jobs, and of deadlines, in one turn, so that neither starves the descriptors.
  static let shareOfTurn = 256

  let thread: pthread_t
  let epoll: Epoll
  let wakeUp: WakeUp
  let wallClock: WallClock
  let jobs = Mutex(JobQueue())
  private let timePerTurn: Duration?
  /// Used by the loop's thread only, so the lock is never contended; it proves the exclusive access
  /// to the compiler.
  private let state: Mutex<LoopState>

  /// - Parameter timePerTurn: Limit of time for jobs in one turn. Jobs may be long, and each may
  ///   add another; without this limit, descriptors could wait for a whole share of long jobs.
  public convenience init(timePerTurn: Duration? = nil) throws(SystemError) {
    try self.init(wallClock: .kernel, timePerTurn: timePerTurn)
  }

  init(wallClock: WallClock, timePerTurn: Duration? = nil) throws(SystemError) {
    self.timePerTurn = timePerTurn
    thread = pthread_self()
    epoll = try Epoll()
    wakeUp = try WakeUp()
    self.wallClock = wallClock
    let timer = try KernelTimer()
    try epoll.watch(wakeUp.descriptor.number, for: .readableOnce, as: .wakeUp)
    try epoll.watch(timer.descriptor.number, for: .readableOnce, as: .timer)
    state = Mutex(LoopState(timer: timer))
  }

  public var isOnLoop: Bool { pthread_equal(thread, pthread_self()) != 0 }

  /// Delivers events until `stop()` is called.
  public func run() {
    precondition(isOnLoop, "run by a thread that did not make the loop")
    withState { state in
      precondition(!state.isRunning, "run from inside the loop")
      state.isRunning = true
    }
    repeat { turn() } while !jobs.withLock { $0.takeStopRequest() }
    withState { $0.isRunning = false }
  }

  /// Ends `run()` after the current turn; pending jobs and timers wait for the next `run()`.
  public func stop() {
    if jobs.withLock({ $0.requestStop() }) { wakeUp.send() }
  }

  /// Runs `body` on the loop, after the jobs that are already queued.
  public func perform(_ body: @escaping @Sendable () -> Void) {
    append(.closure(body))
  }

  func append(_ job: Job) {
    if jobs.withLock({ $0.append(job) }) { wakeUp.send() }
  }

  /// `body` must not run foreign code, deinitialisers included: it could call the loop again and
  /// deadlock.
  func withState<Value, Failure: Error>(
    _ body: (inout LoopState) throws(Failure) -> sending Value
  ) throws(Failure) -> Value {
    precondition(isOnLoop, "registered from outside the loop")
    return try state.withLock { (state: inout sending LoopState) throws(Failure) -> sending Value in
      try body(&state)
    }
  }
}

// MARK: One turn

extension EventLoop {
  /// Waits if nothing is pending; then handles descriptors, deadlines and jobs, each up to its
  /// limit.
  func turn() {
    waitForDescriptors()
    fireDueTimers()
    runJobs()
  }

  private func waitForDescriptors() {
    let isSleeping = withState { $0.isIdle } && jobs.withLock { $0.fallAsleep() }
    if isSleeping { withState { $0.timer.arm(for: $0.timers.earliest) } }
    var isAwake = !isSleeping
    epoll.wait(forEver: isSleeping) { token, readiness in
      if !isAwake { jobs.withLock { _ = $0.wake() } }
      isAwake = true
      deliver(readiness, to: token)
    }
    if !isAwake { jobs.withLock { _ = $0.wake() } }
  }

  private func deliver(_ readiness: Readiness, to token: WatchToken) {
    switch token {
    case .wakeUp: break
    case .timer: withState { $0.timer.expired() }
    // Looked up for each event: an earlier callback of the same turn may have ended this watch.
    default: withState { $0.watches[token] }?.callback(readiness)
    }
  }

  private func fireDueTimers() {
    // A timer that their callbacks set waits for the next turn.
    for timer in withState({ $0.timers.popDue(at: .now, limit: Self.shareOfTurn) }) {
      // Nil if an earlier callback cancelled it.
      withState { $0.timers.remove(timer) }?()
    }
  }

  private func runJobs() {
    let deadline = timePerTurn.map { LoopClock.Instant.now.advanced(by: $0) }
    for _ in 0..<Self.shareOfTurn {
      guard let job = jobs.withLock({ $0.next() }) else { return }
      run(job)
      if let deadline, .now >= deadline { return }
    }
  }

  private func run(_ job: Job) {
    switch job {
    case .task(let job):
      job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    case .closure(let body): body()
    }
  }
}

// MARK: Swift's executor protocols

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

struct LoopState: ~Copyable, Sendable {
  var timers = TimerHeap()
  var timer: KernelTimer
  var watches = WatchTable()
  var isRunning = false

  var isIdle: Bool { timers.earliest.map { $0 > .now } ?? true }
}

/// An actor whose state is used only on the thread of its loop.
///
/// Why not a class: the loop calls `@Sendable` closures later. They can capture an actor and enter
/// it by `assumeIsolated`, which is an ordinary call after a check that it runs on the loop. A
/// class would need a lock, which must not be held during a callback to its owner, who may call it
/// again.
public protocol LoopActor: Actor {
  nonisolated var loop: EventLoop { get }
}

extension LoopActor {
  public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
}

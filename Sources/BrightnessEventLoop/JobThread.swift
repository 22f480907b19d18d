import Glibc
import Synchronization

/// Runs jobs one after the other, off the loop.
public protocol JobExecutor: Sendable {
  func perform(_ job: @escaping @Sendable () -> Void)
}

/// A thread that starts with the first job and ends after some time without one.
///
/// The kernel can block a job for seconds, or for ever in state D, where not even SIGKILL ends it.
/// So dropping the executor does not wait for its job.
public final class JobThread: JobExecutor {
  private let worker: Worker

  public convenience init() { self.init(idle: .seconds(10)) }

  /// If no thread can be made, jobs run on the caller's thread with `fallsBack`, and otherwise wait
  /// for the next job.
  package init(idle: Duration, stackSize: Int = 256 * 1024, fallsBack: Bool = true) {
    worker = Worker(idle: idle, stackSize: stackSize, fallsBack: fallsBack)
  }

  deinit {
    worker.dismiss()
  }

  public func perform(_ job: @escaping @Sendable () -> Void) {
    worker.add(job)
  }
}

private final class Worker: Sendable {
  private struct State: Sendable {
    var waiting: [@Sendable () -> Void] = []
    var hasThread = false
    var isDismissed = false
  }

  private let idle: Duration
  private let stackSize: Int
  private let fallsBack: Bool
  private let bell = Semaphore()
  private let state = Mutex(State())

  init(idle: Duration, stackSize: Int, fallsBack: Bool) {
    self.idle = idle
    self.stackSize = stackSize
    self.fallsBack = fallsBack
  }

  func add(_ job: @escaping @Sendable () -> Void) {
    let hadThread = state.withLock { state in
      state.waiting.append(job)
      defer { state.hasThread = true }
      return state.hasThread
    }
    if hadThread {
      bell.signal()
    } else if !start() {
      fallsBack ? work(waits: false) : state.withLock { $0.hasThread = false }
    }
  }

  func dismiss() {
    state.withLock { $0.isDismissed = true }
    bell.signal()
  }

  private func start() -> Bool {
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
    let worker = Unmanaged.passRetained(self)
    let code = pthread_create(&thread, &attributes, { Worker.main($0) }, worker.toOpaque())
    if code != 0 { worker.release() }
    return code == 0
  }

  private static func main(_ worker: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    // The loop reads signals with signalfd, which works only while no thread has them unblocked.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    guard let worker else { return nil }
    Unmanaged<Worker>.fromOpaque(worker).takeRetainedValue().work(waits: true)
    return nil
  }

  private func work(waits: Bool) {
    while let job = next(waits: waits) { job() }
  }

  /// The next job; nil to end the thread, after some time without a job or after the owner was
  /// released.
  private func next(waits: Bool) -> (@Sendable () -> Void)? {
    var mayWait = waits
    while true {
      let (job, isEnd) = state.withLock { state in
        if !state.waiting.isEmpty { return (Optional(state.waiting.removeFirst()), false) }
        if mayWait, !state.isDismissed { return (nil, false) }
        state.hasThread = false
        return (nil, true)
      }
      if job != nil || isEnd { return job }
      mayWait = bell.wait(atMost: idle)
    }
  }
}

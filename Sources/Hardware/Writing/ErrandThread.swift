import EventLoop
import Glibc

/// A thread that is made at the first errand, sleeps between errands, and ends when none has come for a while.
///
/// An errand that hangs in the kernel keeps only this thread, and whoever lets go of it does not wait for it.
public final class ErrandThread: Errands {
  private let worker: Worker

  public convenience init() {
    self.init(idle: .seconds(10))
  }

  init(idle: Duration, stackSize: Int = 256 * 1024) {
    worker = Worker(idle: idle, stackSize: stackSize)
  }

  deinit {
    worker.dismiss()
  }

  /// Where no thread is to be had the caller carries the errand out itself: a late loop is better than a light that stays
  /// wrong.
  public func perform(_ errand: @escaping @Sendable () -> Void) {
    worker.add(errand)
  }
}

/// What the thread and its owner share.
private final class Worker: Sendable {
  private struct State: Sendable {
    var waiting: [@Sendable () -> Void] = []
    var hasThread = false
    /// Of the thread, while it sleeps.
    var sleeper: ThreadPlacement?
    var isDismissed = false
  }

  private let idle: Duration
  private let stackSize: Int
  private let bell = Semaphore()
  private let state = TraceableMutex(State())

  init(idle: Duration, stackSize: Int) {
    self.idle = idle
    self.stackSize = stackSize
  }

  func add(_ errand: @escaping @Sendable () -> Void) {
    let hadThread = state.withLock { state in
      state.waiting.append(errand)
      state.sleeper.take()?.pullHere()
      defer { state.hasThread = true }
      return state.hasThread
    }
    if hadThread {
      bell.signal()
    } else if !start() {
      work(waits: false)
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
    // Signals are the loop's.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    guard let worker else { return nil }
    let this = Unmanaged<Worker>.fromOpaque(worker).takeRetainedValue()
    this.work(waits: true)
    return nil
  }

  private enum Step: Sendable {
    case errand(@Sendable () -> Void)
    case pause
    case end
  }

  private func work(waits: Bool) {
    let placement = waits ? ThreadPlacement() : nil
    var isTired = !waits
    while true {
      switch next(isTired: isTired, placement) {
      case .errand(let errand):
        errand()
        isTired = !waits
      case .pause:
        isTired = !bell.wait(atMost: idle)
        placement?.letGo()
      case .end: return
      }
    }
  }

  private func next(isTired: Bool, _ placement: ThreadPlacement?) -> Step {
    state.withLock { state in
      state.sleeper = nil
      if !state.waiting.isEmpty { return .errand(state.waiting.removeFirst()) }
      guard isTired || state.isDismissed else {
        state.sleeper = placement
        return .pause
      }
      state.hasThread = false
      return .end
    }
  }
}

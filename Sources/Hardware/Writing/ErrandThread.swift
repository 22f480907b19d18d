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

  init(idle: Duration) {
    worker = Worker(idle: idle)
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
    var isDismissed = false
  }

  private static let stackSize = 256 * 1024

  private let idle: Duration
  private let bell = Semaphore()
  private let state = TraceableMutex(State())

  init(idle: Duration) {
    self.idle = idle
  }

  func add(_ errand: @escaping @Sendable () -> Void) {
    let hadThread = state.withLock { state in
      state.waiting.append(errand)
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
    pthread_attr_setstacksize(&attributes, Self.stackSize)
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
    var isTired = !waits
    while true {
      switch next(isTired: isTired) {
      case .errand(let errand):
        errand()
        isTired = !waits
      case .pause: isTired = !bell.wait(atMost: idle)
      case .end: return
      }
    }
  }

  private func next(isTired: Bool) -> Step {
    state.withLock { state in
      if !state.waiting.isEmpty { return .errand(state.waiting.removeFirst()) }
      guard isTired || state.isDismissed else { return .pause }
      state.hasThread = false
      return .end
    }
  }
}

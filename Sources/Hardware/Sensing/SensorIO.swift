import BrightnessEventLoop
import Synchronization

/// Access to the files of a light sensor, the thread that reads them, and its clock.
public struct SensorIO: Sendable {
  public var text: AttributeText
  public var thread: any SensorThread
  public var now: @Sendable () -> LoopClock.Instant
  /// Makes an alarm that calls back on the loop. The thread sets it without waking the loop.
  public var alarm: @Sendable (EventLoop, _ callback: @escaping @Sendable () -> Void) -> any SensorAlarm

  public init(
    text: @escaping AttributeText,
    thread: any SensorThread,
    now: @escaping @Sendable () -> LoopClock.Instant,
    alarm: @escaping @Sendable (EventLoop, _ callback: @escaping @Sendable () -> Void) -> any SensorAlarm
  ) {
    self.text = text
    self.thread = thread
    self.now = now
    self.alarm = alarm
  }

  public static func files(on loop: EventLoop) -> SensorIO {
    SensorIO(
      text: { file throws(LightError) in try file.text() },
      thread: SleepingThread(beside: loop),
      now: { .now },
      alarm: { KernelAlarm(on: $0, $1) }
    )
  }
}

/// A thread that sleeps between steps.
public protocol SensorThread: Sendable {
  /// Lets the thread call `step` soon, and then each time at the moment that it returned, or when
  /// this is called again. Once `step` has returned nil, there is no thread until the next call.
  func wake(_ step: @escaping @Sendable () -> LoopClock.Instant?)
}

public protocol SensorAlarm: Sendable {
  /// Sets the alarm, instead of the time that was set before; nil for none.
  func set(after duration: Duration?)
}

/// Without an alarm, as if there are no descriptors left, a driver that hangs is noticed late.
private final class KernelAlarm: SensorAlarm {
  private let alarm: Alarm?

  init(on loop: EventLoop, _ callback: @escaping @Sendable () -> Void) {
    alarm = try? Alarm(on: loop, callback)
  }

  func set(after duration: Duration?) { alarm?.set(after: duration) }
}

/// Why not a timer of the loop and a job for each reading: the loop, which sleeps for hours while
/// nothing changes, would wake up for each.
final class SleepingThread: SensorThread {
  private enum Activity {
    /// There is no thread.
    case ended
    case running
    /// It was woken since its last step began, or since it was asked for.
    case woken
  }

  private struct State: Sendable {
    var activity = Activity.ended
    /// Whether a timer of the loop will try to make a thread.
    var isRetryDue = false

    /// Ends the thread, unless it was woken since its last step began.
    mutating func end() -> Bool {
      guard activity == .running else { return false }
      activity = .ended
      return true
    }
  }

  private let loop: EventLoop
  private let thread: any JobExecutor
  /// After this time another thread is tried if none could be made.
  private let retry: Duration
  private let bell = Semaphore()
  private let state = Mutex(State())

  init(
    beside loop: EventLoop,
    _ thread: any JobExecutor = JobThread(idle: .zero),
    retry: Duration = .seconds(60)
  ) {
    self.loop = loop
    self.thread = thread
    self.retry = retry
  }

  func wake(_ step: @escaping @Sendable () -> LoopClock.Instant?) {
    let former = state.withLock { state in
      defer { state.activity = .woken }
      return state.activity
    }
    switch former {
    case .ended: thread.perform { self.run(step) }
    case .running: bell.signal()
    // One ring is enough for all wake-ups before the next step.
    case .woken: break
    }
  }

  private func retryLater(_ step: @escaping @Sendable () -> LoopClock.Instant?) {
    let wasDue = state.withLock { state in
      state.activity = .ended
      defer { state.isRetryDue = true }
      return state.isRetryDue
    }
    if wasDue { return }
    loop.after(retry) { [weak self] in
      self?.state.withLock { $0.isRetryDue = false }
      self?.wake(step)
    }
  }

  private func run(_ step: @escaping @Sendable () -> LoopClock.Instant?) {
    // No thread could be made, and the loop must not wait for a sensor.
    if loop.isOnLoop { return retryLater(step) }
    while true {
      state.withLock { $0.activity = .running }
      let next = step()
      if next == nil, state.withLock({ $0.end() }) { return }
      // A thread that does not end although nothing is left was woken, so the bell rings.
      _ = bell.wait(atMost: max(LoopClock.Instant.now.duration(to: next ?? .distantFuture), .zero))
    }
  }
}

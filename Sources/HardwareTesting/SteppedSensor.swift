import BrightnessEventLoop
import Hardware
import Synchronization

extension SensorIO {
  /// Reads files with `text`, in steps of a test clock and on the test's thread.
  public static func stepped(
    _ time: SteppedTime,
    _ thread: SteppedThread,
    _ text: @escaping AttributeText
  ) -> SensorIO {
    SensorIO(
      text: text,
      thread: thread,
      now: { time.now },
      alarm: { _, callback in SteppedAlarm(time, callback) }
    )
  }
}

/// A thread whose steps are taken while the test's clock advances.
public final class SteppedThread: SensorThread {
  private struct State: Sendable {
    var cancel: Deadlines.Cancel?
    var isStepping = false
    var isWoken = false
    var stepCount = 0
  }

  private let time: SteppedTime
  private let state = Mutex(State())

  public init(_ time: SteppedTime) { self.time = time }

  public var stepCount: Int { state.withLock { $0.stepCount } }

  /// Whether the thread is there, or about to start.
  public var isThere: Bool { state.withLock { $0.isStepping || $0.cancel != nil } }

  public func wake(_ step: @escaping @Sendable () -> LoopClock.Instant?) {
    let isStepping = state.withLock { state in
      state.isWoken = state.isStepping
      return state.isStepping
    }
    if !isStepping { sleep(until: time.now, step) }
  }

  private func sleep(until moment: LoopClock.Instant?, _ step: @escaping @Sendable () -> LoopClock.Instant?) {
    let cancel = moment.map { moment in time.deadlines.at(moment) { self.take(step) } }
    state.withLock { state in
      state.cancel?()
      state.cancel = cancel
    }
  }

  private func take(_ step: @escaping @Sendable () -> LoopClock.Instant?) {
    state.withLock { state in
      state.cancel = nil
      state.isStepping = true
      state.isWoken = false
      state.stepCount += 1
    }
    let next = step()
    let isWoken = state.withLock { state in
      state.isStepping = false
      return state.isWoken
    }
    sleep(until: isWoken ? time.now : next, step)
  }
}

private final class SteppedAlarm: SensorAlarm {
  private let time: SteppedTime
  private let callback: @Sendable () -> Void
  private let cancel = Mutex<Deadlines.Cancel?>(nil)

  init(_ time: SteppedTime, _ callback: @escaping @Sendable () -> Void) {
    self.time = time
    self.callback = callback
  }

  func set(after duration: Duration?) {
    let next = duration.map { time.deadlines.at(time.now.advanced(by: max($0, .zero)), callback) }
    cancel.withLock { cancel in
      cancel?()
      cancel = next
    }
  }
}

import BrightnessEventLoop
import Hardware
import Synchronization

/// A clock that the test advances.
public final class SteppedTime: Sendable {
  private struct State: Sendable {
    var now: LoopClock.Instant
    var count = 0
    var waiting: [Int: (deadline: LoopClock.Instant, callback: @Sendable () -> Void)] = [:]

    mutating func takeFirst(until end: LoopClock.Instant) -> (@Sendable () -> Void)? {
      let first = waiting.min { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
      guard let (number, alarm) = first, alarm.deadline <= end else {
        // A callback may have advanced the clock further.
        now = max(now, end)
        return nil
      }
      now = max(now, alarm.deadline)
      waiting[number] = nil
      return alarm.callback
    }
  }

  private let state: Mutex<State>

  public init() {
    state = Mutex(State(now: .now))
  }

  public var now: LoopClock.Instant { state.withLock { $0.now } }

  public var deadlineCount: Int { state.withLock { $0.waiting.count } }

  public var deadlines: Deadlines {
    Deadlines(
      now: { self.now },
      at: { deadline, callback in
        let number = self.state.withLock { state in
          state.count += 1
          state.waiting[state.count] = (deadline, callback)
          return state.count
        }
        return { self.state.withLock { state in state.waiting[number] = nil } }
      }
    )
  }

  /// Advances the clock, and calls each deadline back at its time.
  public func pass(_ duration: Duration) {
    let end = now.advanced(by: duration)
    while let callback = state.withLock({ $0.takeFirst(until: end) }) { callback() }
  }
}

/// An executor whose jobs run when the test steps it.
public final class SteppedJobs: JobExecutor {
  private let waiting = Mutex<[@Sendable () -> Void]>([])

  public init() {}

  public var count: Int { waiting.withLock { $0.count } }

  public func perform(_ job: @escaping @Sendable () -> Void) { waiting.withLock { $0.append(job) } }

  /// Runs the oldest waiting job; false if there is none.
  public func step() -> Bool {
    guard let job = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return false }
    job()
    return true
  }
}

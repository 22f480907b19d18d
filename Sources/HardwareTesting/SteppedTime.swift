import EventLoop
import Hardware
import Synchronization

/// Time that passes when the test says so.
public final class SteppedTime: Sendable {
  private struct State: Sendable {
    var now: LoopClock.Instant
    var count = 0
    var waiting: [Int: (deadline: LoopClock.Instant, callback: @Sendable () -> Void)] = [:]

    mutating func takeFirst(until end: LoopClock.Instant) -> (@Sendable () -> Void)? {
      let first = waiting.min { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
      guard let (number, alarm) = first, alarm.deadline <= end else {
        now = end
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

  /// How many deadlines wait.
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

  /// Lets time pass, and calls each deadline back at its time.
  public func pass(_ duration: Duration) {
    let end = now.advanced(by: duration)
    while let callback = state.withLock({ $0.takeFirst(until: end) }) { callback() }
  }
}

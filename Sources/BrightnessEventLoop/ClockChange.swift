import CBrightnessLinux
import Glibc
import Synchronization

/// The wall clock was set, or the machine has resumed from suspend.
public struct ClockChange: Sendable, Hashable {
  /// Time spent in suspend since the watch began or last reported.
  public let suspended: Duration
}

extension EventLoop {
  /// Calls `callback` on the loop whenever the wall clock jumps or the machine resumes.
  public func onClockChange(_ callback: @escaping @Sendable (ClockChange) -> Void) throws(SystemError) -> Watch {
    let meter = SuspensionMeter(wallClock.suspended())
    return try watch(source: try wallClock.open()) { [wallClock] _, file in
      guard wallClock.hasChanged(file) else { return }
      callback(ClockChange(suspended: meter.advance(to: wallClock.suspended())))
    }
  }
}

/// Detects jumps of the wall clock: a timer that never expires, and that the kernel cancels on each
/// jump (`TFD_TIMER_CANCEL_ON_SET`).
struct WallClock: Sendable {
  var open: @Sendable () throws(SystemError) -> Descriptor
  /// read(2), which sets `errno`.
  var read: @Sendable (_ file: CInt, UnsafeMutableRawBufferPointer) -> Int
  var suspended: @Sendable () -> Duration = { LoopClock.suspended }

  static let kernel = WallClock(
    open: { () throws(SystemError) in
      let number = try systemCall("create", "wall clock timer") {
        timerfd_create(CLOCK_REALTIME, CInt(TFD_CLOEXEC | TFD_NONBLOCK))
      }
      let file = Descriptor(owning: number)
      var endOfTime = itimerspec()
      endOfTime.it_value.tv_sec = .max
      try systemCall("set", "wall clock timer") {
        timerfd_settime(number, CInt(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET), &endOfTime, nil)
      }
      return file
    },
    read: { Glibc.read($0, $1.baseAddress, $1.count) }
  )

  /// Whether the clock has jumped since the last read; the timer stays set.
  func hasChanged(_ file: borrowing Descriptor) -> Bool {
    var expirations: UInt64 = 0
    return withUnsafeMutableBytes(of: &expirations) { bytes in
      read(file.number, bytes) == -1 && errno == ECANCELED
    }
  }
}

final class SuspensionMeter: Sendable {
  private let reported: Mutex<Duration>

  init(_ suspended: Duration) {
    reported = Mutex(suspended)
  }

  /// The time in suspend since the last call, in whole milliseconds: two clocks are never read at
  /// the same instant.
  func advance(to suspended: Duration) -> Duration {
    reported.withLock { reported in
      let milliseconds = (suspended - reported) / .milliseconds(1)
      guard milliseconds >= 1 else { return .zero }
      reported = suspended
      return .milliseconds(Int64(milliseconds))
    }
  }
}

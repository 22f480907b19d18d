import CLinux
import Glibc
import Synchronization

/// The kernel's word that the wall clock is not what it was: a timer for the end of time, which each jump cancels.
struct WallClock: Sendable {
  var open: @Sendable () throws(SystemError) -> Descriptor
  /// As read(2): -1 where `errno` says why.
  var read: @Sendable (_ file: CInt, UnsafeMutableRawBufferPointer) -> Int
  /// How long the machine has been suspended since boot.
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

  /// Whether the clock has jumped since this was asked last; the timer stays set.
  func tellsOfChange(_ file: borrowing Descriptor) -> Bool {
    var expirations: UInt64 = 0
    return withUnsafeMutableBytes(of: &expirations) { bytes in
      read(file.number, bytes) == -1 && errno == ECANCELED
    }
  }
}

/// How much of the time asleep has been told already.
final class SuspensionMeter: Sendable {
  private let told: Mutex<Duration>

  init(_ suspended: Duration) {
    told = Mutex(suspended)
  }

  /// The time asleep since the last call, in whole milliseconds: two clocks are never read at the same instant.
  func advance(to suspended: Duration) -> Duration {
    told.withLock { told in
      let milliseconds = (suspended - told) / .milliseconds(1)
      guard milliseconds >= 1 else { return .zero }
      told = suspended
      return .milliseconds(Int64(milliseconds))
    }
  }
}

import CLinux
import Glibc

/// The one kernel timer behind all timers of a loop, on the clock that keeps counting in suspend.
struct TimerFile: ~Copyable, Sendable {
  let descriptor: Descriptor
  private var armed: LoopClock.Instant?
  /// How often the kernel was asked for something.
  private(set) var armingCount = 0

  init() throws(SystemError) {
    let number = try systemCall("create", "timer") { timerfd_create(CLOCK_BOOTTIME, CInt(TFD_CLOEXEC | TFD_NONBLOCK)) }
    descriptor = Descriptor(owning: number)
  }

  /// Asks the kernel only for what it has not promised yet.
  mutating func arm(for deadline: LoopClock.Instant?) {
    guard deadline != armed else { return }
    armed = deadline
    armingCount += 1
    var setting = itimerspec()
    if let deadline {
      setting.it_value.tv_sec = time_t(deadline.nanoseconds / 1_000_000_000)
      setting.it_value.tv_nsec = CLong(deadline.nanoseconds % 1_000_000_000)
    }
    mustSucceed { () throws(SystemError) in
      try systemCall("set", "timer") { timerfd_settime(descriptor.number, CInt(TFD_TIMER_ABSTIME), &setting, nil) }
    }
  }

  /// The kernel has kept its promise and owes nothing more.
  mutating func expired() {
    armed = nil
  }
}

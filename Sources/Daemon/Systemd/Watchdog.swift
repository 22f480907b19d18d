import EventLoop
import Glibc
import Hardware

/// Resets systemd's watchdog from the loop, so that a loop that hangs is noticed.
///
/// It is the only thing that wakes an idle daemon.
public struct Watchdog: Sendable {
  let interval: Duration
  let deadlines: Deadlines
  let ping: @Sendable () -> Void

  /// Calls `ping` on the loop after each interval, for as long as the loop lives.
  public func begin() {
    _ = deadlines.at(deadlines.now().advanced(by: interval)) {
      ping()
      begin()
    }
  }
}

extension ServiceEnvironment {
  /// Half the time after which systemd kills a silent service, as sd_watchdog_enabled(3) recommends; nil without a watchdog.
  public func watchdogInterval(for process: pid_t = getpid()) throws(DaemonError) -> Duration? {
    guard try isMeant("WATCHDOG_PID", for: process) ?? true, let value = self["WATCHDOG_USEC"] else { return nil }
    guard let microseconds = Int64(value), microseconds > 0 else {
      throw .unusable(variable: "WATCHDOG_USEC", value: value, expected: "a number of microseconds above 0")
    }
    return .microseconds(microseconds) / 2
  }
}

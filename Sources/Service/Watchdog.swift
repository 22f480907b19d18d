import BrightnessEventLoop
import Glibc

/// Resets systemd's watchdog from the loop, so that a loop that hangs is noticed. Nothing else
/// wakes an idle service.
public struct Watchdog: Sendable {
  private let interval: Duration
  private let after: @Sendable (Duration, @escaping @Sendable () -> Void) -> Void
  private let ping: @Sendable () -> Void

  /// Calls `ping` on the loop after each interval.
  public init(interval: Duration, on loop: EventLoop, _ ping: @escaping @Sendable () -> Void) {
    self.init(interval: interval, after: { [loop] in loop.after($0, $1) }, ping)
  }

  init(
    interval: Duration,
    after: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> Void,
    _ ping: @escaping @Sendable () -> Void
  ) {
    self.interval = interval
    self.after = after
    self.ping = ping
  }

  /// Begins, for as long as the loop lives.
  public func start() {
    after(interval) {
      ping()
      start()
    }
  }
}

extension ServiceEnvironment {
  /// Half the time after which systemd kills a silent service, as sd_watchdog_enabled(3)
  /// recommends; nil without a watchdog.
  public func watchdogInterval(for process: pid_t = getpid()) throws(SupervisionError) -> Duration? {
    guard try isMeant("WATCHDOG_PID", for: process) ?? true else { return nil }
    let expected = "a number of microseconds above 0"
    return try number("WATCHDOG_USEC", in: 1...Int.max, expected).map { .microseconds($0) / 2 }
  }
}

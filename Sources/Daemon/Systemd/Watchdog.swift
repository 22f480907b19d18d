import EventLoop
import Glibc
import Hardware

/// Resets systemd's watchdog from the loop, so that a loop that hangs is noticed.
///
/// It is the only thing that wakes an idle daemon.
public actor Watchdog: LoopActor {
  public nonisolated let loop: EventLoop
  private let interval: Duration
  private let deadlines: Deadlines
  private let ping: @Sendable () -> Void
  private var cancel: Deadlines.Cancel?

  /// `ping` is called on the loop.
  public init(
    every interval: Duration,
    on loop: EventLoop,
    deadlines: Deadlines? = nil,
    _ ping: @escaping @Sendable () -> Void
  ) {
    self.interval = interval
    self.loop = loop
    self.deadlines = deadlines ?? .of(loop)
    self.ping = ping
  }

  public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  public func begin() {
    precondition(cancel == nil, "begun twice")
    wait()
  }

  public func end() {
    cancel?()
    cancel = nil
  }

  private func wait() {
    cancel = deadlines.at(deadlines.now().advanced(by: interval)) { [weak self] in
      self?.assumeIsolated { $0.ring() }
    }
  }

  private func ring() {
    ping()
    wait()
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

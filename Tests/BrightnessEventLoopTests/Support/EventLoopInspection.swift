@testable import BrightnessEventLoop

import CBrightnessLinux
import Glibc

extension EventLoop {
  /// How many descriptors the kernel watches for the loop, including its own two.
  var kernelWatchCount: Int {
    get throws {
      let lines = try text(of: "/proc/self/fdinfo/\(epoll.descriptor.number)").split(separator: "\n")
      return lines.count { $0.hasPrefix("tfd:") }
    }
  }

  /// Whether the kernel's timer is set to wake the loop.
  var isKernelTimerArmed: Bool {
    var setting = itimerspec()
    let number = withState { $0.timer.descriptor.number }
    let result = timerfd_gettime(number, &setting)
    precondition(result == 0, "the loop has a timer")
    return setting.it_value.tv_sec != 0 || setting.it_value.tv_nsec != 0
  }

  /// How often the kernel was asked to wake the loop at a time.
  var armingCount: Int { withState { $0.timer.armingCount } }

  /// Takes a turn in which the loop has nothing to do but to sleep, and something wakes it at once.
  func sleepAndWake() throws {
    let alarm = try watch(try Descriptor.counter(1), for: .readable) { _ in }
    turn()
    _ = consume alarm
  }

  /// Takes a turn that never waits.
  func takeTurn() {
    perform {}
    turn()
  }
}

/// An actor whose executor is the loop.
actor Resident {
  nonisolated let loop: EventLoop

  init(_ loop: EventLoop) {
    self.loop = loop
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  func nap() async throws -> Bool {
    try await loop.sleep(for: .milliseconds(1))
    return loop.isOnLoop
  }

  func visit() -> Bool { loop.isOnLoop }
}

@testable import EventLoop

import CLinux
import Glibc

extension EventLoop {
  /// How many descriptors the kernel watches for the loop, its own two among them.
  var kernelWatchCount: Int {
    get throws {
      let lines = try text(of: "/proc/self/fdinfo/\(epoll.descriptor.number)").split(separator: "\n")
      return lines.count { $0.hasPrefix("tfd:") }
    }
  }

  /// Whether the kernel has a time to wake the loop at.
  var isKernelTimerArmed: Bool {
    var setting = itimerspec()
    let number = withState { $0.timer.descriptor.number }
    let result = timerfd_gettime(number, &setting)
    precondition(result == 0, "the loop has a timer")
    return setting.it_value.tv_sec != 0 || setting.it_value.tv_nsec != 0
  }

  /// Takes a turn that never waits.
  func turnWithoutWaiting() {
    perform {}
    turn()
  }
}

/// An actor at home on the loop.
actor Resident {
  nonisolated let loop: EventLoop
  private(set) var visits = 0

  init(_ loop: EventLoop) {
    self.loop = loop
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  func visit() -> Bool {
    visits += 1
    return loop.isOnLoop
  }
}

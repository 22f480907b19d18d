import CBrightnessLinux
import Glibc

/// A timer that any thread may set, and that wakes the loop only when it runs out.
///
/// A timer of the loop itself would have to be set on the loop: a thread that sets one before each
/// call that may hang would wake the loop each time. Suspend is not counted, so that a machine that
/// slept during the call does not make it look slow.
package final class Alarm: Sendable {
  private let watched: WatchedDescriptor

  /// Calls `callback` on the loop each time the alarm runs out.
  package init(on loop: EventLoop, _ callback: @escaping @Sendable () -> Void) throws(SystemError) {
    let number = try systemCall("create", "alarm") { timerfd_create(CLOCK_MONOTONIC, CInt(TFD_CLOEXEC | TFD_NONBLOCK)) }
    watched = try loop.watch(Descriptor(owning: number), for: .readable) { _ in
      var count: UInt64 = 0
      // Fails if the alarm was set again meanwhile.
      if read(number, &count, MemoryLayout<UInt64>.size) > 0 { callback() }
    }
  }

  /// Sets the alarm, instead of the time that was set before; nil for none.
  package func set(after duration: Duration?) {
    var setting = itimerspec()
    if let duration {
      let (seconds, attoseconds) = max(duration, .zero).components
      setting.it_value.tv_sec = time_t(seconds)
      // Zero would mean none.
      setting.it_value.tv_nsec = max(CLong(attoseconds / 1_000_000_000), seconds == 0 ? 1 : 0)
    }
    mustSucceed { () throws(SystemError) in
      try systemCall("set", "alarm") { timerfd_settime(watched.descriptor.number, 0, &setting, nil) }
    }
  }
}

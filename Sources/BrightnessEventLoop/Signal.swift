import CBrightnessLinux
import Glibc

/// A received signal. The kernel merges pending signals of the same number into one.
public struct Signal: Sendable, Hashable {
  public let number: CInt
  public let sender: pid_t
  public let user: uid_t
  /// Whether the kernel sent it, for a terminal or a timer. A sender of 0 does not say so, because
  /// a process in another namespace is 0 as well.
  public let isFromKernel: Bool

  public init(number: CInt, sender: pid_t, user: uid_t, isFromKernel: Bool = false) {
    self.number = number
    self.sender = sender
    self.user = user
    self.isFromKernel = isFromKernel
  }

  /// Whether this process ignores a signal, as its parent may have made it do.
  package static func isIgnored(_ number: CInt) -> Bool { ignores_signal(number) != 0 }
}

extension EventLoop {
  /// Calls `callback` on the loop for each signal. With several watches for a number, one of them
  /// receives it.
  ///
  /// The signals stay blocked in this thread, and in threads and processes that it starts later:
  /// unblocking at the end of the watch would let a pending signal kill the process.
  public func onSignals(
    _ numbers: [CInt],
    callback: @escaping @Sendable (Signal) -> Void
  ) throws(SystemError) -> Watch {
    let name = "signals \(numbers)"
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers {
      let result = sigaddset(&set, number)
      precondition(result == 0, "\(number) is not a signal")
    }
    let code = pthread_sigmask(SIG_BLOCK, &set, nil)
    guard code == 0 else { throw SystemError("block", name, ErrorCode(rawValue: code)) }
    let file = try systemCall("watch", name) { signalfd(-1, &set, CInt(SFD_CLOEXEC | SFD_NONBLOCK)) }
    return try watch(source: Descriptor(owning: file)) { _, file in
      for signal in Signal.arrived(at: file) { callback(signal) }
    }
  }
}

extension Signal {
  private static let mostPerTurn = 16

  fileprivate static func arrived(at file: borrowing Descriptor) -> [Signal] {
    withUnsafeTemporaryAllocation(of: signalfd_siginfo.self, capacity: mostPerTurn) { infos in
      let count = mustSucceed { () throws(SystemError) in try file.read(into: UnsafeMutableRawBufferPointer(infos)) }
      return infos.prefix((count ?? 0) / MemoryLayout<signalfd_siginfo>.size).map { info in
        // Like the kernel's own SI_FROMUSER: the codes of processes are 0 (SI_USER) and below.
        let isFromKernel = info.ssi_code > 0
        return Signal(
          number: CInt(info.ssi_signo),
          sender: pid_t(info.ssi_pid),
          user: info.ssi_uid,
          isFromKernel: isFromKernel
        )
      }
    }
  }
}

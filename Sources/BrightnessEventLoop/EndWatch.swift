import CBrightnessLinux
import Glibc

public enum ProcessEnd: Sendable, Hashable {
  case exited(CInt)
  case killed(signal: CInt)
  /// It was not our child: the kernel reports the status to its parent only.
  case unknown
}

extension EventLoop {
  /// Calls `callback` on the loop after the process has ended, and reaps it if it is our child.
  public func onEnd(
    ofProcess process: pid_t,
    callback: @escaping @Sendable (ProcessEnd) -> Void
  ) throws(SystemError) -> Watch {
    let number = try systemCall("watch", "process \(process)") { pidfd_open(process, 0) }
    return try watch(source: Descriptor(owning: number)) { [unowned self] token, process in
      guard let end = ProcessEnd(of: process) else { return }
      self.end(token)
      callback(end)
    }
  }
}

extension ProcessEnd {
  /// Nil if the process still runs.
  fileprivate init?(of process: borrowing Descriptor) {
    var info = siginfo_t()
    let number = id_t(process.number)
    let isOurs = (try? systemCall("await", process.name) { waitid(P_PIDFD, number, &info, WEXITED | WNOHANG) }) != nil
    guard isOurs else {
      self = .unknown
      return
    }
    let child = info._sifields._sigchld
    guard child.si_pid != 0 else { return nil }
    self = info.si_code == CInt(CLD_EXITED) ? .exited(child.si_status) : .killed(signal: child.si_status)
  }
}

extension EventLoop {
  /// Calls `callback` on the loop when the other end of a pipe, a socket or a terminal is closed.
  /// Nil for a file, which has no other end.
  public func onHangUp(
    of descriptor: consuming Descriptor,
    callback: @escaping @Sendable () -> Void
  ) throws(SystemError) -> Watch? {
    do throws(SystemError) {
      // Only the errors and hang-ups that epoll always reports: a pipe with room is always
      // writable.
      return try watch(source: descriptor, for: .failed) { [unowned self] token, _ in
        end(token)
        callback()
      }
    } catch {
      guard error.code.rawValue == EPERM else { throw error }
      return nil
    }
  }
}

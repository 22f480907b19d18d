import CLinux
import Glibc

extension EventLoop {
  /// Calls `callback` on the loop when the other end of a pipe, a socket or a terminal is closed. Nil for a file, which has no other end.
  public func onHangUp(
    of descriptor: consuming Descriptor,
    callback: @escaping @Sendable () -> Void
  ) throws(SystemError) -> Watch? {
    do throws(SystemError) {
      // Only the errors and hang-ups that epoll always reports: a pipe with room is always writable.
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

import CLinux
import Glibc

/// What other threads call a sleeping loop with. Epoll reports each call once, so that nobody has to read it back.
struct WakeUp: ~Copyable, Sendable {
  let descriptor: Descriptor

  init() throws(SystemError) {
    let number = try systemCall("create", "wake-up") { eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK)) }
    descriptor = Descriptor(owning: number)
  }

  func send() {
    mustSucceed { () throws(SystemError) in
      try systemCall("wake", "loop") { eventfd_write(descriptor.number, 1) }
    }
  }

  /// How many calls were sent since this was asked last.
  func takeCount() throws(SystemError) -> UInt64 {
    var count: UInt64 = 0
    _ = try withUnsafeMutableBytes(of: &count) { (bytes) throws(SystemError) in try descriptor.read(into: bytes) }
    return count
  }
}

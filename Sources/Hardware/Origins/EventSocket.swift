import EventLoop
import Glibc

/// The socket on which a fake tree's events arrive.
enum EventSocket {
  struct Datagram {
    /// Nil where the text was none that matters to lights.
    let hint: Hint?
  }

  /// Takes the place of a socket that a process left behind, but not of one that somebody listens on.
  static func bind(to path: String) throws(LightError) -> Descriptor {
    if try isListenedOn(path) { throw .inUse(path: path) }
    let socket = try make(for: path)
    // A name that is free is what is wanted; any other trouble is told by bind(2).
    _ = unlink(path)
    // The kernel gives the mode of the socket to the name it is bound to.
    try lightCall("configure", path) { fchmod(socket.number, 0o600) }
    try address(of: path).withKernelForm { (address, length) throws(LightError) in
      _ = try lightCall("listen on", path) { Glibc.bind(socket.number, address, length) }
    }
    return socket
  }

  /// The next datagram; nil if there is none yet.
  static func receive(_ socket: borrowing Descriptor) -> Datagram? {
    withUnsafeTemporaryAllocation(byteCount: EventProperties.longestMessage, alignment: 1) { buffer in
      // With MSG_TRUNC the answer is the length that was sent, which may be more than came.
      let flags = CInt(MSG_TRUNC | MSG_DONTWAIT)
      let length = recv(socket.number, buffer.baseAddress, buffer.count, flags)
      guard length >= 0 else { return nil }
      guard length <= buffer.count else { return Datagram(hint: nil) }
      return Datagram(hint: Hint(kernelText: UnsafeRawBufferPointer(rebasing: buffer[..<length])))
    }
  }

  private static func isListenedOn(_ path: String) throws(LightError) -> Bool {
    let probe = try make(for: path)
    return try address(of: path).withKernelForm { address, length in connect(probe.number, address, length) == 0 }
  }

  private static func make(for path: String) throws(LightError) -> Descriptor {
    let type = CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    return Descriptor(owning: try lightCall("listen on", path) { socket(AF_UNIX, type, 0) })
  }

  private static func address(of path: String) throws(LightError) -> UnixAddress {
    guard let address = UnixAddress(path) else { throw .pathTooLong(path: path, limit: UnixAddress.longestPath) }
    return address
  }
}

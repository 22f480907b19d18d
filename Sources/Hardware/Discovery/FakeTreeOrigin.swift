import BrightnessEventLoop
import Glibc

/// The lights of a folder that is laid out like `/sys`, with events as datagrams on its socket
/// `.uevent`. The socket's mode lets only its owner send, so that senders are not checked further.
public struct FakeTreeOrigin: LightOrigin {
  public let root: String

  public init(root: String) { self.root = root }

  public func listen(
    on loop: EventLoop,
    _ receive: @escaping @Sendable (DeviceNotification) -> Void
  ) throws(EventSourceError) -> WatchedDescriptor {
    let socket = try EventSocket("\(root)/.uevent")
    return try converting(EventSourceError.refused) { () throws(SystemError) in
      try forward(socket.number, on: loop, next: { socket.receive() }, receive)
    }
  }
}

/// The socket for events of a fake tree, which is removed with its owner.
private final class EventSocket: Sendable {
  private let path: String
  private let socket: Descriptor

  /// Replaces a socket that an ended process left behind, but not one in use.
  init(_ path: String) throws(EventSourceError) {
    guard let address = UnixAddress(path) else { throw .pathTooLong(path: path, limit: UnixAddress.longestPath) }
    let probe = try Self.make(for: path)
    let isInUse = address.withKernelForm { address, length in connect(probe.number, address, length) == 0 }
    if isInUse { throw .inUse(path: path) }
    let socket = try Self.make(for: path)
    // The result does not matter: if the name is still taken, bind(2) reports it.
    _ = unlink(path)
    // The mode is set before bind(2), which copies it to the name: the socket is never open to
    // other users.
    try converting(EventSourceError.refused) { () throws(SystemError) in
      try systemCall("configure", path) { fchmod(socket.number, 0o600) }
      try systemCall("listen on", path) { address.withKernelForm { bind(socket.number, $0, $1) } }
    }
    self.path = path
    self.socket = socket
  }

  deinit { unlink(path) }

  var number: CInt { socket.number }

  func receive() -> ReceivedNotification {
    withUnsafeTemporaryAllocation(byteCount: longestEvent, alignment: 1) { buffer in
      // With MSG_TRUNC the result is the length that was sent, which may exceed the buffer.
      let length = recv(number, buffer.baseAddress, buffer.count, CInt(MSG_TRUNC | MSG_DONTWAIT))
      guard length >= 0 else { return .nothing }
      guard length <= buffer.count else { return .notification(nil) }
      return .notification(DeviceNotification(kernelText: UnsafeRawBufferPointer(rebasing: buffer[..<length])))
    }
  }

  private static func make(for path: String) throws(EventSourceError) -> Descriptor {
    let type = CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let number = try converting(EventSourceError.refused) { () throws(SystemError) in
      try systemCall("listen on", path) { Glibc.socket(AF_UNIX, type, 0) }
    }
    return Descriptor(owning: number)
  }
}

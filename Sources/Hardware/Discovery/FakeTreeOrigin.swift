import EventLoop
import Glibc
import Model

/// The lights of a folder that is laid out like `/sys`, with events as datagrams on its socket `.uevent`.
///
/// The socket's mode lets only its owner send, so that senders are not checked further.
public struct FakeTreeOrigin: LightOrigin {
  public let root: String

  public init(root: String) {
    self.root = root
  }

  public func names(in subsystem: Subsystem) throws(LightError) -> [String] {
    try listing(of: "\(root)/class/\(subsystem.rawValue)")
  }

  public func listen(
    on loop: EventLoop,
    _ receive: @escaping @Sendable (DeviceNotification) -> Void
  ) throws(LightError) -> any Listening {
    try FakeTreeListening("\(root)/.uevent", on: loop, receive)
  }
}

private final class FakeTreeListening: Listening {
  private let path: String
  private let watched: WatchedDescriptor

  init(
    _ path: String,
    on loop: EventLoop,
    _ receive: @escaping @Sendable (DeviceNotification) -> Void
  ) throws(LightError) {
    let socket = Shared(try EventSocket.bind(to: path))
    self.path = path
    watched = try watch(duplicateOf: socket.value.number, on: loop) { Self.drain(socket.value, receive) }
  }

  deinit {
    unlink(path)
  }

  private static func drain(_ socket: borrowing Descriptor, _ receive: (DeviceNotification) -> Void) {
    for _ in 0..<eventsInOneTurn {
      guard let datagram = EventSocket.receive(socket) else { return }
      if let notification = datagram.notification { receive(notification) }
    }
  }
}

/// The socket for events of a fake tree.
enum EventSocket {
  struct Datagram {
    /// Nil if the text does not concern lights.
    let notification: DeviceNotification?
  }

  /// Replaces a socket that an ended process left behind, but not one in use.
  static func bind(to path: String) throws(LightError) -> Descriptor {
    if try isListenedOn(path) { throw .inUse(path: path) }
    let socket = try make(for: path)
    // The result does not matter: if the name is still taken, bind(2) reports it.
    _ = unlink(path)
    // The mode is set before bind(2), which copies it to the name: the socket is never open to other users.
    try lightCall("configure", path) { fchmod(socket.number, 0o600) }
    try address(of: path).withKernelForm { (address, length) throws(LightError) in
      _ = try lightCall("listen on", path) { Glibc.bind(socket.number, address, length) }
    }
    return socket
  }

  /// The next datagram; nil if none is waiting.
  static func receive(_ socket: borrowing Descriptor) -> Datagram? {
    withUnsafeTemporaryAllocation(byteCount: EventProperties.longestMessage, alignment: 1) { buffer in
      // With MSG_TRUNC the result is the length that was sent, which may exceed the buffer.
      let flags = CInt(MSG_TRUNC | MSG_DONTWAIT)
      let length = recv(socket.number, buffer.baseAddress, buffer.count, flags)
      guard length >= 0 else { return nil }
      guard length <= buffer.count else { return Datagram(notification: nil) }
      return Datagram(notification: DeviceNotification(kernelText: UnsafeRawBufferPointer(rebasing: buffer[..<length])))
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

import EventLoop
import Glibc
import Model

/// The source of lights and their events: the running kernel or a fake tree. Forwards events. The files are read in the
/// same way for every origin.
public protocol LightOrigin: Sendable {
  var root: String { get }

  func names(in subsystem: Subsystem) throws(LightError) -> [String]

  func light(_ id: LightID) throws(LightError) -> DiscoveredLight?

  /// Calls `receive` on the loop for every event from now on, until the result is dropped.
  func listen(
    on loop: EventLoop,
    _ receive: @escaping @Sendable (DeviceNotification) -> Void
  ) throws(LightError) -> WatchedDescriptor
}

extension LightOrigin {
  public func names(in subsystem: Subsystem) throws(LightError) -> [String] {
    try listing(of: "\(root)/class/\(subsystem.rawValue)")
  }

  public func light(_ id: LightID) throws(LightError) -> DiscoveredLight? { try DiscoveredLight.read(id, under: root) }
}

enum ReceivedNotification: Equatable {
  /// Nil for an event that does not concern lights.
  case notification(DeviceNotification?)
  case nothing

  /// No event; the code is that of the failed call, after a lost event `ENOBUFS`.
  init(noneFor code: CInt) {
    self = code == ENOBUFS ? .notification(.everything) : .nothing
  }
}

/// The most events handled in one turn of the loop, so that a flood of them does not block clients.
let eventsPerTurn = 256

/// Forwards the events that `next` receives from a descriptor.
func forward(
  _ number: CInt,
  on loop: EventLoop,
  next: @escaping @Sendable () -> ReceivedNotification,
  _ receive: @escaping @Sendable (DeviceNotification) -> Void
) throws(LightError) -> WatchedDescriptor {
  try watch(duplicateOf: number, on: loop) {
    for _ in 0..<eventsPerTurn {
      guard case .notification(let notification) = next() else { return }
      if let notification { receive(notification) }
    }
  }
}

/// Watches a duplicate of a descriptor that belongs to another owner.
func watch(
  duplicateOf number: CInt,
  for interest: Readiness = .readable,
  on loop: EventLoop,
  _ callback: @escaping @Sendable () -> Void
) throws(LightError) -> WatchedDescriptor {
  try converting(LightError.refused) { () throws(SystemError) in
    try loop.watch(try Descriptor(duplicating: number), for: interest) { _ in callback() }
  }
}

/// The lights of a folder that is laid out like `/sys`, with events as datagrams on its socket `.uevent`. The socket's
/// mode lets only its owner send, so that senders are not checked further.
public struct FakeTreeOrigin: LightOrigin {
  public let root: String

  public init(root: String) { self.root = root }

  public func listen(
    on loop: EventLoop,
    _ receive: @escaping @Sendable (DeviceNotification) -> Void
  ) throws(LightError) -> WatchedDescriptor {
    let socket = try EventSocket("\(root)/.uevent")
    return try forward(socket.number, on: loop, next: { socket.receive() }, receive)
  }
}

/// The socket for events of a fake tree, which is removed with its owner.
private final class EventSocket: Sendable {
  private let path: String
  private let socket: Descriptor

  /// Replaces a socket that an ended process left behind, but not one in use.
  init(_ path: String) throws(LightError) {
    guard let address = UnixAddress(path) else { throw .pathTooLong(path: path, limit: UnixAddress.longestPath) }
    let probe = try Self.make(for: path)
    let isInUse = address.withKernelForm { address, length in connect(probe.number, address, length) == 0 }
    if isInUse { throw .inUse(path: path) }
    let socket = try Self.make(for: path)
    // The result does not matter: if the name is still taken, bind(2) reports it.
    _ = unlink(path)
    // The mode is set before bind(2), which copies it to the name: the socket is never open to other users.
    try lightCall("configure", path) { fchmod(socket.number, 0o600) }
    try lightCall("listen on", path) { address.withKernelForm { bind(socket.number, $0, $1) } }
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

  private static func make(for path: String) throws(LightError) -> Descriptor {
    let type = CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    return Descriptor(owning: try lightCall("listen on", path) { Glibc.socket(AF_UNIX, type, 0) })
  }
}

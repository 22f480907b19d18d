import EventLoop
import Glibc

/// The lights of a folder that looks like `/sys`, whose events arrive as datagrams on its socket `.uevent`.
///
/// Nobody's credentials are looked at: who may send is said by the mode of the socket, which is its owner's alone.
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
    _ receive: @escaping @Sendable (Hint) -> Void
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
    _ receive: @escaping @Sendable (Hint) -> Void
  ) throws(LightError) {
    let socket = Kept(try EventSocket.bind(to: path))
    self.path = path
    watched = try watch(duplicateOf: socket.value.number, on: loop) { Self.drain(socket.value, receive) }
  }

  deinit {
    unlink(path)
  }

  private static func drain(_ socket: borrowing Descriptor, _ receive: (Hint) -> Void) {
    for _ in 0..<eventsInOneTurn {
      guard let datagram = EventSocket.receive(socket) else { return }
      if let hint = datagram.hint { receive(hint) }
    }
  }
}

import BrightnessEventLoop
import Glibc

/// A connection that knows urgent data, as the kernel's attributes do.
struct UrgentLine: ~Copyable {
  private let sender: Descriptor
  private let watched: Descriptor

  init() throws {
    let listener = try Self.socket()
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    try Self.calling(&address) { address, size in
      try systemCall("bind", "listener") { bind(listener.number, address, size) }
      try systemCall("listen on", "listener") { listen(listener.number, 1) }
      var size = size
      try systemCall("inspect", "listener") { getsockname(listener.number, address, &size) }
    }
    let sender = try Self.socket()
    try Self.calling(&address) { address, size in
      try systemCall("connect", "sender") { connect(sender.number, address, size) }
    }
    let watched = try systemCall("accept", "sender") { accept(listener.number, nil, nil) }
    self.watched = Descriptor(owning: watched)
    self.sender = sender
  }

  /// Never waits, as an attribute does not.
  func receiver() throws -> Descriptor {
    let receiver = try Descriptor(duplicating: watched.number)
    try receiver.setNonBlocking()
    return receiver
  }

  /// Sends a text whose last byte is urgent.
  func send(_ text: String) {
    Glibc.send(sender.number, text, text.utf8.count, CInt(MSG_OOB))
  }

  private static func socket() throws -> Descriptor {
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    return Descriptor(owning: try systemCall("create", "socket") { Glibc.socket(AF_INET, type, 0) })
  }

  private static func calling(
    _ address: inout sockaddr_in,
    _ call: (UnsafeMutablePointer<sockaddr>, socklen_t) throws -> Void
  ) throws {
    try withUnsafeMutablePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        try call($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}

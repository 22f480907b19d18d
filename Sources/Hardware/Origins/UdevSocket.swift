import CLinux
import EventLoop
import Glibc

/// A netlink socket in udevd's group that somebody else has made: whoever has no network, and may make no such socket, hears
/// by it of devices all the same.
struct UdevSocket: ~Copyable, Sendable {
  private static let flags = CInt(MSG_TRUNC | MSG_DONTWAIT | MSG_CMSG_CLOEXEC)

  private let socket: Descriptor
  /// Whose events are believed.
  private let sender: uid_t

  init(_ socket: consuming Descriptor, from sender: uid_t) {
    self.socket = socket
    self.sender = sender
  }

  /// Hears from now on of devices of these subsystems. What waits was sent before, and is let go of.
  func begin(_ subsystems: [String]) throws(LightError) {
    try configure(SO_PASSCRED, CInt(1))
    try filter(UdevFilter(subsystems))
    forget()
  }

  /// Belongs to the socket.
  var number: CInt { socket.number }

  func receive() -> HeardOfDevices {
    withUnsafeTemporaryAllocation(byteCount: EventProperties.longestMessage, alignment: 8) { buffer in
      var credentials = ReceivedCredentials()
      // The length that was sent, which may be more than came.
      let length = withMessage(buffer, with: &credentials) { recvmsg(socket.number, $0, Self.flags) }
      guard length >= 0 else { return HeardOfDevices(noneFor: errno) }
      guard credentials.sender == sender else { return .irrelevant }
      // Of a light, since it was not filtered out; and longer than any that libudev would have taken.
      guard length <= buffer.count else { return .overflow }
      return Hint(udevMessage: UnsafeRawBufferPointer(rebasing: buffer[..<length])).map(HeardOfDevices.hint)
        ?? .irrelevant
    }
  }

  private func forget() {
    while recv(socket.number, nil, 0, Self.flags) > 0 || errno == ENOBUFS {}
  }

  private func filter(_ filter: UdevFilter) throws(LightError) {
    var instructions = filter.instructions
    try instructions.withUnsafeMutableBufferPointer { (instructions) throws(LightError) in
      let program = sock_fprog(len: UInt16(instructions.count), filter: instructions.baseAddress)
      try configure(SO_ATTACH_FILTER, program)
    }
  }

  private func configure<Value>(_ option: CInt, _ value: Value) throws(LightError) {
    try lightCall("configure", "the socket of device events") {
      withUnsafeBytes(of: value) {
        setsockopt(socket.number, SOL_SOCKET, option, $0.baseAddress, socklen_t($0.count))
      }
    }
  }
}

/// Who has sent a message, as recvmsg(2) tells it: a control message, padded to whole words.
private struct ReceivedCredentials {
  private var length = 0
  private var level: CInt = 0
  private var type: CInt = 0
  private var credentials = peer_credentials()
  private var padding: CInt = 0

  /// Nil if it was not told.
  var sender: uid_t? { level == SOL_SOCKET && type == SCM_CREDENTIALS ? credentials.uid : nil }
}

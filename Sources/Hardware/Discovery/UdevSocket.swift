import CLinux
import EventLoop
import Glibc

/// A netlink socket in udevd's group, made by systemd and passed to the process, which has no network of its own.
struct UdevSocket: ~Copyable, Sendable {
  private static let flags = CInt(MSG_TRUNC | MSG_DONTWAIT | MSG_CMSG_CLOEXEC)

  private let socket: Descriptor
  /// The user whose events are accepted.
  private let sender: uid_t

  init(_ socket: consuming Descriptor, from sender: uid_t) {
    self.socket = socket
    self.sender = sender
  }

  /// Starts receiving events of these subsystems, and drops those already queued.
  func begin(_ subsystems: [String]) throws(LightError) {
    try configure(SO_PASSCRED, CInt(1))
    try filter(UdevFilter(subsystems))
    forget()
  }

  var number: CInt { socket.number }

  func receive() -> ReceivedNotification {
    withUnsafeTemporaryAllocation(byteCount: EventProperties.longestMessage, alignment: 8) { buffer in
      var credentials = ReceivedCredentials()
      // With MSG_TRUNC the result is the length that was sent, which may exceed the buffer.
      let length = withMessage(buffer, with: &credentials) { recvmsg(socket.number, $0, Self.flags) }
      guard length >= 0 else { return ReceivedNotification(noneFor: errno) }
      guard credentials.sender == sender else { return .irrelevant }
      // It concerns lights, since it passed the filter, but is too long to parse: all lights are read instead.
      guard length <= buffer.count else { return .overflow }
      return ReceivedNotification(DeviceNotification(udevMessage: UnsafeRawBufferPointer(rebasing: buffer[..<length])))
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

/// The sender's credentials in the control message of recvmsg(2), padded to whole words.
private struct ReceivedCredentials {
  private var length = 0
  private var level: CInt = 0
  private var type: CInt = 0
  private var credentials = peer_credentials()
  private var padding: CInt = 0

  var sender: uid_t? { level == SOL_SOCKET && type == SCM_CREDENTIALS ? credentials.uid : nil }
}

/// A socket filter for udevd's events of some subsystems, so that other devices never wake the process.
struct UdevFilter {
  let instructions: [sock_filter]

  init(_ subsystems: [String]) {
    let hashes = subsystems.compactMap { UdevMessage.hashes[$0] }
    let count = hashes.count
    let drop = Self.answer(0)
    let pass = Self.answer(.max)
    instructions =
      [
        Self.load(UdevMessage.Place.magic), Self.ifEqual(UdevMessage.magic, skip: 1), drop,
        Self.load(UdevMessage.Place.subsystem),
      ]
      + hashes.enumerated().map { Self.ifEqual($1, skip: count - $0) } + [drop, pass]
  }

  /// Loads the number at an offset, in network byte order.
  private static func load(_ place: Int) -> sock_filter {
    instruction(BPF_LD | BPF_W | BPF_ABS, UInt32(place))
  }

  /// Skips instructions if the number is equal.
  private static func ifEqual(_ value: UInt32, skip count: Int) -> sock_filter {
    instruction(BPF_JMP | BPF_JEQ | BPF_K, value, ifTrue: UInt8(count))
  }

  /// Ends and passes this many bytes of the message.
  private static func answer(_ length: UInt32) -> sock_filter {
    instruction(BPF_RET | BPF_K, length)
  }

  private static func instruction(_ code: CInt, _ value: UInt32, ifTrue: UInt8 = 0) -> sock_filter {
    sock_filter(code: UInt16(code), jt: ifTrue, jf: 0, k: value)
  }
}

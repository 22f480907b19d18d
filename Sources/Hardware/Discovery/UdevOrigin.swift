import BrightnessEventLoop
import BrightnessModel
import CBrightnessLinux
import Glibc
import Udev

/// The lights of the running kernel, with events of udev.
public struct UdevOrigin: LightOrigin {
  public let root = "/sys"
  /// A socket passed by systemd; nil to use libudev's own monitor.
  private let socket: Box<UdevSocket>?

  private static let subsystems =
    Subsystem.classes.map(\.rawValue) + [DeviceNotification.graphics, DeviceNotification.industrialIO]

  /// Uses a passed netlink socket in udevd's group, if there is one; only events of processes of
  /// `sender` count. The service runs with `PrivateNetwork=yes`, in which a socket of its own would
  /// not receive udevd's events.
  public init(socket: consuming Descriptor? = nil, from sender: uid_t = 0) {
    if let socket {
      self.socket = Box(UdevSocket(socket: socket, sender: sender))
    } else {
      self.socket = nil
    }
  }

  public func listen(
    on loop: EventLoop,
    _ receive: @escaping @Sendable (DeviceNotification) -> Void
  ) throws(EventSourceError) -> WatchedDescriptor {
    try converting(EventSourceError.refused) { () throws(SystemError) in
      if let socket {
        try socket.value.subscribe(to: Self.subsystems)
        return try forward(socket.value.number, on: loop, next: { socket.value.receive() }, receive)
      }
      let monitor = Box(try UdevMonitor(group: .present))
      try monitor.value.subscribe(to: Self.subsystems)
      return try forward(monitor.value.number, on: loop, next: { notification(from: monitor.value) }, receive)
    }
  }
}

private func notification(from monitor: borrowing UdevMonitor) -> ReceivedNotification {
  do throws(SystemError) {
    return .notification(try monitor.receive { DeviceNotification($0) })
  } catch {
    return ReceivedNotification(noneFor: error.code.rawValue)
  }
}

/// A netlink socket in udevd's group, made by systemd and passed to the process, which has no
/// network of its own.
struct UdevSocket: ~Copyable, Sendable {
  private static let flags = CInt(MSG_TRUNC | MSG_DONTWAIT | MSG_CMSG_CLOEXEC)

  let socket: Descriptor
  let sender: uid_t

  /// Starts receiving events of these subsystems, and drops those already queued.
  func subscribe(to subsystems: [String]) throws(SystemError) {
    try configure(SO_PASSCRED, CInt(1))
    var instructions = filter(subsystems)
    try instructions.withUnsafeMutableBufferPointer { (instructions) throws(SystemError) in
      try configure(SO_ATTACH_FILTER, sock_fprog(len: UInt16(instructions.count), filter: instructions.baseAddress))
    }
    // Without a limit the sender of a flood could keep the daemon here.
    for _ in 0..<10_000 {
      if recv(socket.number, nil, 0, Self.flags) <= 0, errno != ENOBUFS { return }
    }
  }

  var number: CInt { socket.number }

  func receive() -> ReceivedNotification {
    withUnsafeTemporaryAllocation(byteCount: longestEvent, alignment: 8) { buffer in
      var credentials = ReceivedCredentials()
      // With MSG_TRUNC the result is the length that was sent, which may exceed the buffer.
      let length = withMessage(buffer, with: &credentials) { recvmsg(socket.number, $0, Self.flags) }
      guard length >= 0 else { return ReceivedNotification(noneFor: errno) }
      guard credentials.sender == sender else { return .notification(nil) }
      // It concerns lights, since it passed the filter, but is too long to parse: all lights are
      // read instead.
      guard length <= buffer.count else { return .notification(.everything) }
      return .notification(DeviceNotification(udevMessage: UnsafeRawBufferPointer(rebasing: buffer[..<length])))
    }
  }

  private func configure<Value>(_ option: CInt, _ value: Value) throws(SystemError) {
    try systemCall("configure", "the socket of device events") {
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

/// A socket filter for udevd's events of some subsystems, so that other devices never wake the
/// process.
///
/// A classic BPF program, which loads numbers in network byte order: a message with the magic
/// number skips the first `drop`, and one with the hash of a subsystem skips to the last
/// instruction, which passes it.
private func filter(_ subsystems: [String]) -> [sock_filter] {
  func instruction(_ code: CInt, _ value: UInt32, skip: Int = 0) -> sock_filter {
    sock_filter(code: UInt16(code), jt: UInt8(skip), jf: 0, k: value)
  }
  let load = BPF_LD | BPF_W | BPF_ABS
  let ifEqual = BPF_JMP | BPF_JEQ | BPF_K
  let pass = BPF_RET | BPF_K
  let hashes = subsystems.compactMap { UdevMessage.hashes[$0] }
  let drop = instruction(pass, 0)
  return [
    instruction(load, UInt32(UdevMessage.Offset.magic)), instruction(ifEqual, UdevMessage.magic, skip: 1), drop,
    instruction(load, UInt32(UdevMessage.Offset.subsystem)),
  ] + hashes.enumerated().map { instruction(ifEqual, $1, skip: hashes.count - $0) } + [drop, instruction(pass, .max)]
}

import BrightnessEventLoop
import Glibc

/// The socket on which a service notifies the process that has started it.
public struct NotifySocket: ~Copyable {
  private let socket: Descriptor

  /// With an `@` in front the address is abstract. A notice is waited for half a minute at most.
  public init(at path: String) throws {
    let type = CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard let address = UnixAddress(path) else { throw SystemError("bind", path, ErrorCode(rawValue: EINVAL)) }
    let socket = Descriptor(owning: try systemCall("create", "socket") { Glibc.socket(AF_UNIX, type, 0) })
    let number = socket.number
    var timeout = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    try systemCall("bind", path) { address.withKernelForm { bind(number, $0, $1) } }
    self.socket = socket
  }

  /// The next notice, with the descriptor that came along, which is the caller's.
  public func next() throws -> (text: String, descriptor: CInt?) {
    guard let notice = receive(0) else { throw SystemError("receive from", "the service", ErrorCode(rawValue: errno)) }
    return notice
  }

  /// The same; nil if there is none yet.
  public func nextIfAny() -> (text: String, descriptor: CInt?)? { receive(CInt(MSG_DONTWAIT)) }

  private func receive(_ flags: CInt) -> (text: String, descriptor: CInt?)? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    // A control message with one descriptor: its length, its level and type, the number.
    var control = (length: 0, kind: 0, number: 0)
    let count = bytes.withUnsafeMutableBytes { bytes in
      withMessage(bytes, with: &control) { recvmsg(socket.number, $0, flags | CInt(MSG_CMSG_CLOEXEC)) }
    }
    if count < 0 { return nil }
    let descriptor = control.length == 20 ? CInt(truncatingIfNeeded: control.number) : nil
    return (String(decoding: bytes.prefix(count), as: UTF8.self), descriptor)
  }
}

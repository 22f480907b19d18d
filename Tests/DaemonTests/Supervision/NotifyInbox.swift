import EventLoop
import Glibc
import HardwareTesting
import Testing

@testable import Daemon

/// The socket on which a service manager hears its services.
struct NotifyInbox: ~Copyable {
  let environment: ServiceEnvironment
  let path: String
  private let socket: Descriptor
  private let folder: TemporaryFolder

  /// With an abstract address no file stands for it.
  init(isAbstract: Bool = false) throws {
    let folder = try TemporaryFolder()
    let path = isAbstract ? "@\(folder.path)" : "\(folder.path)/notify"
    let address = try #require(UnixAddress(path))
    let type = CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let socket = Descriptor(owning: try systemCall("create", "socket") { Glibc.socket(AF_UNIX, type, 0) })
    let number = socket.number
    try systemCall("bind", path) { address.withKernelForm { bind(number, $0, $1) } }
    environment = ServiceEnvironment(["NOTIFY_SOCKET": path])
    self.path = path
    self.socket = socket
    self.folder = folder
  }

  /// The next message; nil if there is none.
  func next() -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(socket.number, &bytes, bytes.count, 0)
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  /// The next message with the descriptor that came along.
  func nextWithDescriptor() throws -> (text: String, number: CInt) {
    var bytes = [UInt8](repeating: 0, count: 4096)
    var control = [Int](repeating: 0, count: 3)
    let count = bytes.withUnsafeMutableBytes { bytes in
      control.withUnsafeMutableBytes { control in
        var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
        return withUnsafeMutablePointer(to: &part) { part in
          var message = msghdr()
          (message.msg_iov, message.msg_iovlen) = (part, 1)
          (message.msg_control, message.msg_controllen) = (control.baseAddress, control.count)
          return recvmsg(socket.number, &message, CInt(MSG_CMSG_CLOEXEC))
        }
      }
    }
    try #require(count >= 0 && control[0] == 20)
    return (String(decoding: bytes.prefix(count), as: UTF8.self), CInt(truncatingIfNeeded: control[2]))
  }
}

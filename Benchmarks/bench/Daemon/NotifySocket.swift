import BrightnessEventLoop
import Glibc

/// The socket on which a service notifies its readiness.
struct NotifySocket: ~Copyable {
  private let socket: Descriptor

  init(at path: String) throws(SystemError) {
    let type = CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
    let socket = Descriptor(owning: try systemCall("create", "socket") { Glibc.socket(AF_UNIX, type, 0) })
    guard let address = UnixAddress(path) else { preconditionFailure("the path is short") }
    let number = socket.number
    unlink(path)
    try address.withKernelForm { (pointer, length) throws(SystemError) in
      _ = try systemCall("bind", path) { bind(number, pointer, length) }
    }
    self.socket = socket
  }

  func wait(for line: String) throws(SystemError) {
    var text = ""
    while !text.split(separator: "\n").contains(where: { $0 == line }) {
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = try systemCall("read", "notices") { recv(socket.number, &bytes, bytes.count, 0) }
      text = String(decoding: bytes.prefix(count), as: UTF8.self)
    }
  }
}

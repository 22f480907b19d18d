import BrightnessEventLoop
import Glibc

/// Where the compositor is, chosen as libwayland does (wayland 1.21, src/wayland-client.c,
/// `wl_display_connect`).
enum CompositorAddress: Hashable {
  /// The number of a socket that is connected, and that belongs to this process.
  case passed(String)
  case path(String)

  init(_ variable: (String) -> String?) throws(WaylandError) {
    if let number = variable("WAYLAND_SOCKET") {
      self = .passed(number)
      return
    }
    let name = variable("WAYLAND_DISPLAY") ?? "wayland-0"
    if name.hasPrefix("/") {
      self = .path(name)
    } else if let folder = variable("XDG_RUNTIME_DIR"), folder.hasPrefix("/") {
      self = .path("\(folder)/\(name)")
    } else {
      throw .unreachable(ErrorCode(rawValue: ENOENT))
    }
  }

  func connect() throws(WaylandError) -> Descriptor {
    do throws(SystemError) {
      switch self {
      case .passed(let number): return try Self.take(number)
      case .path(let path): return try Self.connect(to: path)
      }
    } catch {
      throw .unreachable(error.code)
    }
  }

  /// Takes the socket, so that no program that this one starts has it or looks for it.
  private static func take(_ text: String) throws(SystemError) -> Descriptor {
    guard let number = CInt(text), number >= 0 else {
      throw SystemError("use", text, ErrorCode(rawValue: EINVAL))
    }
    try systemCall("use", "descriptor \(number)") { fcntl(number, F_SETFD, FD_CLOEXEC) }
    unsetenv("WAYLAND_SOCKET")
    return Descriptor(owning: number)
  }

  /// Waits where other clients are waiting too.
  private static func connect(to path: String) throws(SystemError) -> Descriptor {
    guard let address = UnixAddress(path) else {
      throw SystemError("connect to", path, ErrorCode(rawValue: ENAMETOOLONG))
    }
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let socket = Descriptor(owning: try systemCall("create", "socket") { Glibc.socket(AF_UNIX, type, 0) })
    try address.withKernelForm { (address, length) throws(SystemError) in
      _ = try systemCall("connect to", path) { Glibc.connect(socket.number, address, length) }
    }
    return socket
  }
}

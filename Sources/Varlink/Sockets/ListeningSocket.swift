import EventLoop
import Glibc

/// Makes sockets on which connections arrive.
enum ListeningSocket {
  /// How many may wait to be accepted; the kernel caps it at its own limit.
  private static let backlog: CInt = 4096

  /// Takes the place of a socket that a process left behind, but not of one that somebody listens on.
  static func make(at address: UnixAddress, mode: mode_t) throws(VarlinkError) -> Descriptor {
    if !address.isAbstract { try clear(address.path) }
    let socket = try refusable { () throws(SystemError) in try Descriptor.unixStream() }
    // The name is bound with the socket's mode: at no time may anybody connect who may not later.
    try call("configure", address) { fchmod(socket.number, mode) }
    guard try bind(socket, to: address) else { throw .inUse(path: address.path) }
    try call("listen on", address) { listen(socket.number, backlog) }
    // The process's umask has cut the mode of the name. Whoever watches the name is told of this, and may connect from then on.
    if !address.isAbstract { try call("configure", address) { chmod(address.path, mode) } }
    return socket
  }

  /// Removes what a process left behind at a path.
  private static func clear(_ path: String) throws(VarlinkError) {
    var facts = stat()
    guard lstat(path, &facts) == 0, let address = UnixAddress(path) else { return }
    guard facts.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
    let probe = try refusable { () throws(SystemError) in try Descriptor.unixStream() }
    let isDeserted = address.withKernelForm { pointer, length in
      connect(probe.number, pointer, length) != 0 && errno == ECONNREFUSED
    }
    guard isDeserted else { throw .inUse(path: path) }
    try call("remove", address) { unlink(path) }
  }

  /// Whether nobody has the address.
  private static func bind(_ socket: borrowing Descriptor, to address: UnixAddress) throws(VarlinkError) -> Bool {
    let number = socket.number
    do {
      try call("listen on", address) { address.withKernelForm { Glibc.bind(number, $0, $1) } }
      return true
    } catch .refused(let error) where error.code.rawValue == EADDRINUSE {
      return false
    }
  }

  private static func call(_ verb: String, _ address: UnixAddress, _ body: () -> CInt) throws(VarlinkError) {
    try refusable { () throws(SystemError) in _ = try systemCall(verb, address.path, body) }
  }
}

/// A socket's file, which goes with the socket unless somebody has put another one in its place.
struct SocketFile: ~Copyable {
  private let path: String
  private let identity: Identity?

  private struct Identity: Equatable {
    let device: dev_t
    let number: ino_t

    init?(_ path: String) {
      var facts = stat()
      guard lstat(path, &facts) == 0 else { return nil }
      device = facts.st_dev
      number = facts.st_ino
    }
  }

  init(at path: String) {
    self.path = path
    identity = Identity(path)
  }

  deinit {
    if let identity, Identity(path) == identity { unlink(path) }
  }
}

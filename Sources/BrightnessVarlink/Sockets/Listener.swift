import BrightnessEventLoop
import Glibc

/// Accepts connections, and pauses when the process or the system has no free descriptors.
final class Listener {
  /// Limit of connections that are accepted in one turn of the loop.
  static let connectionsPerTurn = 16

  private let calls: SocketSystemCalls
  private let socket: WatchedDescriptor
  private let file: SocketFile?
  private(set) var isPaused = false

  init(
    _ socket: consuming Descriptor,
    _ file: consuming SocketFile?,
    on loop: EventLoop,
    calls: SocketSystemCalls,
    _ receive: @escaping @Sendable (Readiness) -> Void
  ) throws(SystemError) {
    self.calls = calls
    self.file = file
    self.socket = try loop.watch(socket, for: .readable, receive)
  }

  /// Passes waiting connections to `admit`; returns the error that paused the listener, if any.
  func acceptWaiting(_ admit: (consuming Descriptor) -> Void) -> SystemError? {
    var share = Self.connectionsPerTurn
    repeat {
      share -= 1
      do {
        guard let connection = try calls.accept(socket.descriptor) else { return nil }
        admit(connection)
      } catch {
        // A peer that has already disconnected, or that a security module rejects, is no reason to
        // pause.
        if [ECONNABORTED, EPROTO, EPERM].contains(error.code.rawValue) { continue }
        pause()
        return error
      }
    } while share > 0 && !isPaused
    return nil
  }

  /// Stops watching the socket, because epoll would keep reporting a connection that cannot be
  /// accepted.
  func pause() {
    isPaused = true
    // Removing interest needs no memory, so that it cannot fail.
    try? socket.wait(for: [])
  }

  /// Watches the socket again; false if the kernel refuses that for now.
  func resume() -> Bool {
    isPaused = (try? socket.wait(for: .readable)) == nil
    return !isPaused
  }
}

/// System calls of a server, which tests replace.
struct SocketSystemCalls: Sendable {
  /// Like accept(2); nil if no connection waits.
  var accept: @Sendable (borrowing Descriptor) throws(SystemError) -> Descriptor?
  var identify: @Sendable (borrowing Descriptor) throws(SystemError) -> PeerCredentials
  /// Lets the kernel refuse descriptors that a peer passes; false if it cannot.
  var refuseDescriptors: @Sendable (borrowing Descriptor) -> Bool
  /// Closes sockets with descriptors in them, not on the loop.
  var closeForeign: @Sendable ([CInt]) -> Void

  static let kernel = SocketSystemCalls(
    accept: { (socket) throws(SystemError) in try socket.accept() },
    identify: { (socket) throws(SystemError) in try PeerCredentials(of: socket) },
    refuseDescriptors: { $0.refuseDescriptors() },
    closeForeign: { ForeignDescriptors.close($0) }
  )
}

enum ListeningSocket {
  /// Connections that may wait to be accepted. All users wait in one queue, so clients that only
  /// connect keep root waiting until those before it are served, which takes about a tenth of a
  /// second. The units have the same number.
  static let backlog: CInt = 128

  /// Replaces the socket file of a process that has ended, but not one that a process listens on.
  static func make(at address: UnixAddress, mode: mode_t) throws(VarlinkError) -> Descriptor {
    if !address.isAbstract { try clear(address.path) }
    let socket = try converting(VarlinkError.refused) { () throws(SystemError) in try Descriptor.unixStream() }
    // bind() creates the file with the mode of the socket: before chmod() it permits no user who is
    // not permitted after it.
    try call("configure", address) { fchmod(socket.number, mode) }
    guard try bind(socket, to: address) else { throw .inUse(path: address.path) }
    try call("listen on", address) { listen(socket.number, backlog) }
    // The umask has reduced the mode of the file. A client that watches the file is notified by
    // chmod().
    if !address.isAbstract { try call("configure", address) { chmod(address.path, mode) } }
    return socket
  }

  private static func clear(_ path: String) throws(VarlinkError) {
    var facts = stat()
    guard lstat(path, &facts) == 0, let address = UnixAddress(path) else { return }
    guard facts.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
    let probe = try converting(VarlinkError.refused) { () throws(SystemError) in try Descriptor.unixStream() }
    let isDeserted = address.withKernelForm { pointer, length in
      connect(probe.number, pointer, length) != 0 && errno == ECONNREFUSED
    }
    guard isDeserted else { throw .inUse(path: path) }
    try call("remove", address) { unlink(path) }
  }

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
    try converting(VarlinkError.refused) { () throws(SystemError) in _ = try systemCall(verb, address.path, body) }
  }
}

/// A socket file, which is removed with its owner unless another process has replaced it.
struct SocketFile: ~Copyable {
  private let path: String
  /// Device and inode.
  private let identity: [UInt]?

  init(at path: String) {
    self.path = path
    identity = Self.identity(of: path)
  }

  deinit {
    if let identity, Self.identity(of: path) == identity { unlink(path) }
  }

  private static func identity(of path: String) -> [UInt]? {
    var facts = stat()
    return lstat(path, &facts) == 0 ? [UInt(facts.st_dev), UInt(facts.st_ino)] : nil
  }
}

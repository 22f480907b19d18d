import CLinux
import Glibc

extension Descriptor {
  /// A stream socket of the Unix family that does not wait.
  public static func unixStream() throws(SystemError) -> Descriptor {
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    return Descriptor(owning: try systemCall("create", "socket") { socket(AF_UNIX, type, 0) })
  }

  /// The next connection of a socket that listens, not waiting either; nil if there is none yet.
  public func accept() throws(SystemError) -> Descriptor? {
    let flags = CInt(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let accepted = try systemCallWithoutWaiting("accept on", name) { accept4(number, nil, nil, flags) }
    return accepted.map { Descriptor(owning: $0) }
  }

  /// Writes to a socket without the signal that kills who writes to a peer that is gone.
  public func send(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int? {
    try systemCallWithoutWaiting("write", name) {
      Glibc.send(number, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL | MSG_DONTWAIT))
    }
  }

  /// Ends a connection for its peer, whoever else has a copy of the socket. That it may have ended already is all the same.
  public func shutDown() {
    _ = shutdown(number, CInt(SHUT_RDWR))
  }

  /// Whether this is a stream socket of the Unix family that listens, or else one that may be connected.
  public func isUnixStream(listening: Bool) -> Bool {
    option(SO_DOMAIN) == AF_UNIX && option(SO_TYPE) == CInt(SOCK_STREAM.rawValue)
      && option(SO_ACCEPTCONN) == (listening ? 1 : 0)
  }

  /// Whether the socket was marked, by whomever has a copy of it or had one. SO_KEEPALIVE means nothing to a Unix socket, and what it says
  /// is the socket's own.
  public var isMarked: Bool { option(SO_KEEPALIVE) == 1 }

  /// Marks the socket, or takes the mark away: what is said so outlives the process.
  public func mark(_ isMarked: Bool) throws(SystemError) {
    var value: CInt = isMarked ? 1 : 0
    let length = socklen_t(MemoryLayout<CInt>.size)
    try systemCall("mark", name) { setsockopt(number, SOL_SOCKET, SO_KEEPALIVE, &value, length) }
  }

  private func option(_ name: CInt) -> CInt? {
    var value: CInt = 0
    var length = socklen_t(MemoryLayout<CInt>.size)
    return getsockopt(number, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
  }
}

/// Who was at the other end of a Unix socket when it was connected, by the word of the kernel.
public struct PeerCredentials: Sendable, Hashable {
  public let process: pid_t
  public let user: uid_t
  public let group: gid_t

  public init(process: pid_t, user: uid_t, group: gid_t) {
    self.process = process
    self.user = user
    self.group = group
  }

  public init(of socket: borrowing Descriptor) throws(SystemError) {
    var found = peer_credentials()
    var length = socklen_t(MemoryLayout<peer_credentials>.size)
    let number = socket.number
    try systemCall("identify the peer of", socket.name) {
      getsockopt(number, SOL_SOCKET, SO_PEERCRED, &found, &length)
    }
    self.init(process: found.pid, user: found.uid, group: found.gid)
  }
}

extension Descriptor {
  /// A pidfd of the process that connected a Unix socket: of that very process where the kernel knows it (Linux 6.5),
  /// else of the one that has its number now.
  public func peerProcess() throws(SystemError) -> Descriptor {
    var found: CInt = -1
    var length = socklen_t(MemoryLayout<CInt>.size)
    if getsockopt(number, SOL_SOCKET, SO_PEERPIDFD, &found, &length) == 0 { return Descriptor(owning: found) }
    guard errno == ENOPROTOOPT else { throw SystemError("identify the peer of", name, .latest) }
    let process = try PeerCredentials(of: self).process
    return Descriptor(owning: try systemCall("watch", "process \(process)") { pidfd_open(process, 0) })
  }
}

import CBrightnessLinux
import Glibc

extension Descriptor {
  public static func unixStream() throws(SystemError) -> Descriptor {
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    return Descriptor(owning: try systemCall("create", "socket") { socket(AF_UNIX, type, 0) })
  }

  /// Accepts the next connection, non-blocking; nil if none is pending.
  public func accept() throws(SystemError) -> Descriptor? {
    let flags = CInt(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let accepted = try systemCallWithoutWaiting("accept on", name) { accept4(number, nil, nil, flags) }
    return accepted.map { Descriptor(owning: $0) }
  }

  /// Writes to a socket without SIGPIPE if the peer has closed it.
  public func send(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int? {
    try systemCallWithoutWaiting("write", name) {
      Glibc.send(number, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL | MSG_DONTWAIT))
    }
  }

  /// Lets the kernel refuse descriptors that the peer passes; false before Linux 6.16 (no
  /// SO_PASSRIGHTS).
  public func refuseDescriptors() -> Bool {
    setOption(SO_PASSRIGHTS, 0) == 0
  }

  /// Whether the kernel refuses descriptors that the peer passes. A connection inherits this from
  /// its listening socket.
  public var refusesDescriptors: Bool { option(SO_PASSRIGHTS) == 0 }

  /// Looks at the bytes that the next read returns; nil if it would block.
  ///
  /// Passed descriptors stay in the socket. A read would close them in the reader's thread, and the
  /// last close of a stranger's descriptor can block as long as the stranger likes: a socket with
  /// SO_LINGER, or a file in its own FUSE file system.
  public func peek(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> (count: Int, hasDescriptors: Bool)? {
    var part = iovec(iov_base: buffer.baseAddress, iov_len: buffer.count)
    var message = msghdr()
    let count = try withUnsafeMutablePointer(to: &part) { (part) throws(SystemError) in
      message.msg_iov = part
      message.msg_iovlen = 1
      return try systemCallWithoutWaiting("read", name) { recvmsg(number, &message, CInt(MSG_PEEK | MSG_DONTWAIT)) }
    }
    // Without room for descriptors, the kernel only says that there are some.
    return count.map { ($0, message.msg_flags & CInt(MSG_CTRUNC) != 0) }
  }

  public var unreadBytes: Int {
    var count: CInt = 0
    return ioctl(number, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  /// Drops what is unread in a socket that was shut down, up to a limit. Returns whether that was
  /// all.
  ///
  /// Passed descriptors stay in it.
  public func dropUnread() -> Bool {
    for _ in 0..<32 {
      let isDone = withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 1) { buffer -> Bool? in
        guard let next = try? peek(into: buffer) else { return unreadBytes == 0 }
        guard !next.hasDescriptors else { return false }
        guard next.count > 0 else { return true }
        let unread = UnsafeMutableRawBufferPointer(rebasing: buffer[..<next.count])
        return (try? read(into: unread)) == nil ? false : nil
      }
      if let isDone { return isDone }
    }
    return unreadBytes == 0
  }

  /// Limits how long a blocking connect(2) or send(2) may take; nil for ever.
  public func limitWait(to limit: Duration?) {
    let (seconds, attoseconds) = (limit ?? .zero).components
    let microseconds = attoseconds / 1_000_000_000_000
    var time = timeval(tv_sec: Int(seconds), tv_usec: Int(microseconds))
    _ = setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout.size(ofValue: time)))
  }

  /// Ends a connection for its peer, even if other processes have a copy of the socket. Ignores a
  /// connection that has ended.
  public func shutDown() {
    _ = shutdown(number, CInt(SHUT_RDWR))
  }

  /// Whether this is a Unix stream socket that listens, or one that does not.
  public func isUnixStream(listening: Bool) -> Bool {
    option(SO_DOMAIN) == AF_UNIX && option(SO_TYPE) == CInt(SOCK_STREAM.rawValue)
      && option(SO_ACCEPTCONN) == (listening ? 1 : 0)
  }

  /// Whether the socket was marked, by any process that has or had it. The mark is SO_KEEPALIVE:
  /// without effect on a Unix socket, and stored in the socket itself.
  public var isMarked: Bool { option(SO_KEEPALIVE) == 1 }

  /// Sets or removes the mark, which outlives the process.
  public func mark(_ isMarked: Bool) throws(SystemError) {
    try systemCall("mark", name) { setOption(SO_KEEPALIVE, isMarked ? 1 : 0) }
  }

  /// Limits the bytes that the kernel keeps for a peer that does not read; the usual limit is 208
  /// KiB.
  public func limitUnreadBytes(to limit: CInt) {
    // The kernel doubles the number, because it also counts its bookkeeping.
    _ = setOption(SO_SNDBUF, limit / 2)
  }

  private func setOption(_ name: CInt, _ value: CInt) -> CInt {
    withUnsafePointer(to: value) { setsockopt(number, SOL_SOCKET, name, $0, socklen_t(MemoryLayout<CInt>.size)) }
  }

  fileprivate func option<Value: BitwiseCopyable>(_ name: CInt, _ initial: Value = CInt(0)) -> Value? {
    var value = initial
    var length = socklen_t(MemoryLayout<Value>.size)
    return getsockopt(number, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
  }
}

/// The process that connected a Unix socket, by the kernel's credentials.
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
    guard let found = socket.option(SO_PEERCRED, peer_credentials()) else {
      throw SystemError("identify the peer of", socket.name, .latest)
    }
    self.init(process: found.pid, user: found.uid, group: found.gid)
  }
}

extension Descriptor {
  /// A pidfd of the process that connected a Unix socket.
  ///
  /// Before Linux 6.5 (no SO_PEERPIDFD) the number may have been reused by another process, if the
  /// one that connected has exited and a child has the socket. The session of the child then ends
  /// with that stranger, or with the child's connection. The child gains nothing, because it could
  /// have connected itself. Everything else about the peer is what the kernel noted when it
  /// connected.
  public func peerProcess() throws(SystemError) -> Descriptor {
    if let process = option(SO_PEERPIDFD) { return Descriptor(owning: process) }
    guard errno == ENOPROTOOPT else { throw SystemError("identify the peer of", name, .latest) }
    let process = try PeerCredentials(of: self).process
    return Descriptor(owning: try systemCall("watch", "process \(process)") { pidfd_open(process, 0) })
  }
}

/// The address of a Unix socket: a path, or `@` and an abstract name.
public struct UnixAddress: Sendable, Hashable {
  public static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  public let path: String

  /// Nil if the path is empty, too long, or contains a NUL.
  public init?(_ path: String) {
    guard 1...Self.longestPath ~= path.utf8.count, !path.utf8.contains(0) else { return nil }
    self.path = path
  }

  public var isAbstract: Bool { path.utf8.first == UInt8(ascii: "@") }

  /// Passes the address to `body` as bind(2) and connect(2) take it.
  public func withKernelForm<Value, Failure: Error>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      bytes.copyBytes(from: path.utf8)
      if isAbstract { bytes[0] = 0 }
    }
    let length = MemoryLayout<sockaddr_un>.offset(of: \.sun_path)! + path.utf8.count + (isAbstract ? 0 : 1)
    return try withUnsafePointer(to: address) { (pointer) throws(Failure) in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { (pointer) throws(Failure) in
        try body(pointer, socklen_t(length))
      }
    }
  }
}

/// Passes a message of one part, with ancillary data, to `body` as sendmsg(2) and recvmsg(2) take
/// it.
package func withMessage<Attached>(
  _ bytes: UnsafeMutableRawBufferPointer,
  with attached: inout Attached,
  _ body: (UnsafeMutablePointer<msghdr>) -> Int
) -> Int {
  var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
  return withUnsafeMutablePointer(to: &part) { part in
    withUnsafeMutableBytes(of: &attached) { attached in
      var message = msghdr()
      message.msg_iov = part
      message.msg_iovlen = 1
      message.msg_control = attached.baseAddress
      message.msg_controllen = attached.count
      return body(&message)
    }
  }
}

import BrightnessEventLoop
import Glibc

/// The daemon's end of a connection to a worker: one request at a time, each with a deadline.
///
/// Blocks its thread. A worker is not trusted: it may hang with its bus, or send anything. At its
/// first mistake the connection is closed, and its process may end or hang; the next connection
/// starts another one.
public struct MonitorLink: ~Copyable, Sendable {
  private var socket: Descriptor?
  private let timeout: Duration

  /// Longer than the longest exchange, which waits for another program's lock and gets as many
  /// empty replies as are accepted.
  public static let usualTimeout = Duration.seconds(10)

  /// Connects to the socket for which systemd starts workers.
  public init(connecting path: String, timeout: Duration = usualTimeout) throws(LinkError) {
    let socket = try converting(LinkError.refused) { () throws(SystemError) in
      guard let address = UnixAddress(path) else {
        throw SystemError("connect to", path, ErrorCode(rawValue: ENAMETOOLONG))
      }
      let socket = try Descriptor.unixStream()
      try systemCall("connect to", path) { address.withKernelForm { connect(socket.number, $0, $1) } }
      return socket
    }
    self.init(socket, timeout: timeout)
  }

  /// Makes a connection, and passes its other end to `start`, which starts a worker with it.
  public init(
    timeout: Duration = usualTimeout,
    startingWorker start: (consuming Descriptor) throws(SystemError) -> Void
  ) throws(LinkError) {
    let socket = try converting(LinkError.refused) { () throws(SystemError) in
      var ends: [CInt] = [-1, -1]
      let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      try systemCall("create", "pair") { socketpair(AF_UNIX, type, 0, &ends) }
      let socket = Descriptor(owning: ends[0])
      let other = Descriptor(owning: ends[1])
      try socket.setNonBlocking()
      try start(other)
      return socket
    }
    self.init(socket, timeout: timeout)
  }

  /// Uses a non-blocking socket whose other end a worker has.
  public init(_ socket: consuming Descriptor, timeout: Duration = usualTimeout) {
    self.socket = consume socket
    self.timeout = timeout
  }

  /// Tells the worker its connector, once.
  public mutating func setConnector(_ connector: String) throws(LinkError) {
    guard try reply(to: .connector(connector)) == .done else { throw close(.isNoReply) }
  }

  /// The brightness of the monitor with this EDID.
  public mutating func level(of fingerprint: UInt64) throws(LinkError) -> MonitorLevel {
    guard case .level(let level) = try reply(to: .read(of: fingerprint)), level.maximum > 0 else {
      throw close(.isNoReply)
    }
    return level
  }

  /// Delivers a brightness to the monitor with this EDID.
  public mutating func set(_ level: UInt16, of fingerprint: UInt64) throws(LinkError) {
    guard try reply(to: .write(level, to: fingerprint)) == .done else { throw close(.isNoReply) }
  }

  private mutating func reply(to request: WorkerRequest) throws(LinkError) -> WorkerReply {
    guard let number = socket?.number else { throw .isClosed }
    // Connector names always fit in a request.
    guard let bytes = request.bytes else { throw .failed(WorkerFault(.hasNoMonitor)) }
    let answer: [UInt8]
    do throws(LinkError) {
      answer = try Self.exchange(bytes, number, until: .now.advanced(by: timeout))
    } catch {
      throw close(error)
    }
    guard let reply = WorkerReply(answer) else { throw close(.isNoReply) }
    if case .failed(let fault) = reply { throw .failed(fault) }
    return reply
  }

  /// Closes the connection. Returns the reason.
  private mutating func close(_ reason: LinkError) -> LinkError {
    socket = nil
    return reason
  }
}

/// Why a request has no reply.
public enum LinkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The worker replied that it failed, and why.
  case failed(WorkerFault)
  /// There is no connection, or it broke.
  case refused(SystemError)
  /// The worker ended, or the connection was already closed.
  case isClosed
  /// No reply in time: the worker hangs.
  case isLate
  /// The worker sent something else than a reply.
  case isNoReply

  public var description: String {
    switch self {
    case .failed(let fault): "\(fault)"
    case .refused(let error): "\(error)"
    case .isClosed: "its worker ended"
    case .isLate: "its worker does not answer"
    case .isNoReply: "its worker sent something else than a reply"
    }
  }
}

extension MonitorLink {
  /// Sends 16 bytes and receives as many.
  private static func exchange(
    _ request: [UInt8],
    _ socket: CInt,
    until deadline: LoopClock.Instant
  ) throws(LinkError) -> [UInt8] {
    var unexpected: UInt8 = 0
    if recv(socket, &unexpected, 1, CInt(MSG_PEEK | MSG_DONTWAIT)) > 0 { throw .isNoReply }
    // The request fits, since the socket's buffer is empty between two requests.
    let sent = try converting(LinkError.refused) { () throws(SystemError) in
      try systemCall("ask", "worker") { send(socket, request, request.count, CInt(MSG_NOSIGNAL | MSG_DONTWAIT)) }
    }
    if sent < request.count { throw .isNoReply }
    var reply: [UInt8] = []
    while reply.count < WorkerRequest.length {
      try wait(for: socket, until: deadline)
      var bytes = [UInt8](repeating: 0, count: WorkerRequest.length - reply.count)
      let count = try converting(LinkError.refused) { () throws(SystemError) in
        try systemCallWithoutWaiting("read from", "worker") { recv(socket, &bytes, bytes.count, CInt(MSG_DONTWAIT)) }
      }
      if count == 0 { throw .isClosed }
      reply += bytes[..<(count ?? 0)]
    }
    return reply
  }

  /// Waits until there are bytes, or the other end is closed.
  private static func wait(for socket: CInt, until deadline: LoopClock.Instant) throws(LinkError) {
    while true {
      let remaining = LoopClock.Instant.now.duration(to: deadline)
      guard remaining > .zero else { throw .isLate }
      var request = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      let milliseconds = remaining.attoseconds / 1_000_000_000_000_000 + 1
      if poll(&request, 1, CInt(clamping: milliseconds)) > 0 { return }
    }
  }
}

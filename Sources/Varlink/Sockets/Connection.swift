import EventLoop

/// Number of a connection, which its server never reuses.
public struct ConnectionID: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt64

  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }
}

/// A client that is connected to a server. It is used on the loop of the server.
public actor Connection: LoopActor {
  public nonisolated let id: ConnectionID
  public nonisolated let peer: PeerCredentials
  public nonisolated let loop: EventLoop
  private let service: Service
  private let limits: WireLimits
  private let budget: ByteBudget
  private let turns: CallTurns
  private weak var server: VarlinkServer?

  /// Nil once the connection has ended.
  private(set) var stream: WireStream?
  /// Whether a call waits for its last reply. Later calls wait too, since replies are sent in the order of calls.
  private var isAnswering: Bool
  /// Whether a duplicate of the socket is kept for the next process.
  private var isKept: Bool
  /// Whether the next process can continue the call that waits for its last reply.
  private var isCallKept: Bool
  private var isServing = false
  /// Whether the connection waits for its turn.
  private var isQueued = false
  /// Bytes in the buffers, as the server has counted them.
  private var counted = 0

  /// - Parameter isWaiting: Whether a former process had the connection; then calls wait for `goOn()`.
  init(
    _ id: ConnectionID,
    _ peer: PeerCredentials,
    _ service: Service,
    _ limits: WireLimits,
    _ budget: ByteBudget,
    _ turns: CallTurns,
    of server: VarlinkServer,
    isWaiting: Bool = false
  ) {
    self.id = id
    self.peer = peer
    self.service = service
    self.limits = limits
    self.budget = budget
    self.turns = turns
    self.loop = server.loop
    self.server = server
    isAnswering = isWaiting
    isKept = isWaiting
    isCallKept = isWaiting
  }

  public nonisolated var isOpen: Bool { assumeIsolated { $0.stream != nil } }

  /// Ends the connection without sending buffered replies.
  public nonisolated func close() {
    end(.closed)
  }

  public nonisolated func duplicate() throws(SystemError) -> Descriptor? {
    guard let number = assumeIsolated({ $0.stream?.number }) else { return nil }
    return try Descriptor(duplicating: number)
  }

  /// A pidfd of the process that connected; nil if the connection has ended.
  public nonisolated func peerProcess() throws(SystemError) -> Descriptor? {
    guard let socket = try duplicate() else { return nil }
    return try socket.peerProcess()
  }

  nonisolated func open(_ socket: consuming Descriptor, checksForDescriptors: Bool) throws(SystemError) {
    let stream = try WireStream(
      socket,
      on: loop,
      limits: limits,
      checksForDescriptors: checksForDescriptors
    ) { [unowned self] readiness in
      self.assumeIsolated { $0.react(to: readiness) }
    }
    assumeIsolated { $0.stream = stream }
  }

  nonisolated func end(_ reason: ConnectionEnd) {
    assumeIsolated { connection in
      guard let stream = connection.stream.take() else { return }
      // Closing our descriptor is not enough for the peer to notice: systemd may have a duplicate. A server that stops leaves
      // that duplicate to the next process.
      if reason != .stopped { stream.shutDown() }
      // What is unread may hold descriptors of the peer's choice, whose last close may wait for as long as the peer likes.
      let leftover = stream.hasUnreadBytes ? try? Descriptor(duplicating: stream.number).release() : nil
      connection.count(0)
      connection.server?.remove(connection, reason, leftover: leftover)
    }
  }
}

extension Connection {
  private func react(to readiness: Readiness) {
    withStream { (stream) throws(ConnectionEnd) in
      if readiness.contains(.writable) { try stream.flush() }
      // A peer that disconnects while it waits for a reply has nothing more to say; one that only stops writing may have.
      if isAnswering, !readiness.isDisjoint(with: [.hangUp, .failed]) { throw .hungUp }
      // The mark is set before reading, since received bytes would be lost with this process.
      if isKept, stream.wantsInput { try stream.mark(true) }
      if readiness != .writable { try receive(on: stream) }
      try proceed(stream)
    }
  }

  private func receive(on stream: WireStream) throws(ConnectionEnd) {
    if counted > 0, !mayBuffer { throw .overBudget(limit: limits.userBytes) }
    try stream.receive()
  }

  private var mayBuffer: Bool { budget.admits(peer.user) }

  /// Asks for a turn if a call may wait.
  private func proceed(_ stream: WireStream) throws(ConnectionEnd) {
    if !isAnswering, stream.hasInput, !isQueued {
      isQueued = true
      turns.enqueue(self)
    }
    try finishIfDone(stream)
    if self.stream != nil { try stream.updateInterest() }
  }

  /// Serves the next call, if one is complete.
  nonisolated func serve() {
    assumeIsolated { connection in
      connection.isQueued = false
      connection.withStream { (stream) throws(ConnectionEnd) in try connection.serve(stream) }
    }
  }

  private func serve(_ stream: WireStream) throws(ConnectionEnd) {
    guard !isAnswering else { return }
    guard let message = try stream.next(CallMessage.init) else {
      try finishIfDone(stream)
      if self.stream != nil { try stream.updateInterest() }
      return
    }
    isAnswering = true
    isCallKept = false
    isServing = true
    service.handle(Call(message, on: self), message.parameters)
    isServing = false
    if self.stream != nil { try proceed(stream) }
  }

  /// Ends the connection when the peer has stopped writing and all its calls are answered.
  private func finishIfDone(_ stream: WireStream) throws(ConnectionEnd) {
    guard stream.hasReadEnd, !isAnswering, !isQueued else { return }
    if stream.hasInput { throw .violated(.cutShort) }
    if stream.isAllSent { throw .finished }
  }

  /// Sends a reply to a call, unless the connection has ended or the caller accepts none.
  nonisolated func send(_ message: [UInt8], replyingTo call: Call, continues: Bool) {
    assumeIsolated { connection in
      connection.withStream { (stream) throws(ConnectionEnd) in
        if !continues { connection.isAnswering = false }
        if !call.isOneway {
          guard connection.mayBuffer else { throw .overBudget(limit: connection.limits.userBytes) }
          try stream.send(message)
        }
        if !connection.isServing { try connection.proceed(stream) }
      }
    }
  }

  /// Runs `body` unless the connection has ended; an error ends it.
  private func withStream(_ body: (WireStream) throws(ConnectionEnd) -> Void) {
    guard let stream else { return }
    do {
      try body(stream)
      guard self.stream != nil else { return }
      count(stream.bufferedBytes)
      if isKept { try stream.mark(stream.hasInput || !stream.isAllSent || isAnswering && !isCallKept) }
    } catch {
      // Replies to the calls before a violation are still sent.
      if case .violated = error { try? stream.flush() }
      end(error)
    }
  }
}

extension Connection {
  /// Counts what the buffers hold beyond the little that an ordinary call needs, which the number of connections bounds.
  private func count(_ buffered: Int) {
    let bytes = max(0, buffered - WireLimits.freeBytes)
    guard bytes != counted else { return }
    budget.change(peer.user, by: bytes - counted)
    counted = bytes
  }
}

/// Connections that outlive this process: a duplicate of the socket is kept elsewhere, and the next process adopts it.
///
/// The socket is marked as long as this process has read a call and not answered it, or has not sent a reply: then the next process
/// knows that the peer would wait forever, and closes the connection.
extension Connection {
  /// A duplicate of the socket to keep; nil if the connection has ended.
  public nonisolated func keep() throws(SystemError) -> Descriptor? {
    let socket = try duplicate()
    assumeIsolated { connection in
      connection.isKept = true
      connection.withStream { _ in }
    }
    return socket
  }

  /// Says whether the next process can continue the call that waits for its last reply.
  public nonisolated func keepCall(_ isKept: Bool) {
    assumeIsolated { connection in
      connection.isCallKept = isKept
      connection.withStream { _ in }
    }
  }

  /// Serves calls on a connection of a former process.
  public nonisolated func goOn() {
    assumeIsolated { connection in
      connection.isAnswering = false
      connection.isCallKept = false
      connection.withStream { (stream) throws(ConnectionEnd) in try connection.proceed(stream) }
    }
  }

  /// Continues a call that a former process has received; later calls wait for its last reply.
  public nonisolated func goOn(with method: String) -> Call {
    Call(CallMessage(method: method, wantsMore: true), on: self)
  }
}

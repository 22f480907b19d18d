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
  /// Number of calls that are started before other connections get their turn.
  static let callsPerTurn = 32

  public nonisolated let id: ConnectionID
  public nonisolated let peer: PeerCredentials
  public nonisolated let loop: EventLoop
  private let service: Service
  private let limits: WireLimits
  private let onEnd: @Sendable (Connection, ConnectionEnd) -> Void

  /// Nil once the connection has ended.
  private(set) var stream: WireStream?
  /// Whether a call waits for its last reply. Later calls wait too, since replies are sent in the order of calls.
  private var isAnswering: Bool
  /// Whether a duplicate of the socket is kept for the next process.
  private var isKept: Bool
  /// Whether the next process can continue the call that waits for its last reply.
  private var isCallKept: Bool
  private var isServing = false
  private var isServiceDue = false

  /// - Parameter isWaiting: Whether a former process had the connection; then calls wait for `goOn()`.
  init(
    _ id: ConnectionID,
    _ peer: PeerCredentials,
    _ service: Service,
    _ limits: WireLimits,
    on loop: EventLoop,
    isWaiting: Bool = false,
    onEnd: @escaping @Sendable (Connection, ConnectionEnd) -> Void
  ) {
    self.id = id
    self.peer = peer
    self.service = service
    self.limits = limits
    self.loop = loop
    self.onEnd = onEnd
    isAnswering = isWaiting
    isKept = isWaiting
    isCallKept = isWaiting
  }

  /// Whether calls can be received and replies can be sent.
  public nonisolated var isOpen: Bool { assumeIsolated { $0.stream != nil } }

  /// Ends the connection without sending buffered replies.
  public nonisolated func close() {
    end(.closed)
  }

  /// A duplicate of the socket; nil if the connection has ended.
  public nonisolated func duplicate() throws(SystemError) -> Descriptor? {
    guard let number = assumeIsolated({ $0.stream?.number }) else { return nil }
    return try Descriptor(duplicating: number)
  }

  /// A pidfd of the process that connected; nil if the connection has ended.
  public nonisolated func peerProcess() throws(SystemError) -> Descriptor? {
    guard let socket = try duplicate() else { return nil }
    return try socket.peerProcess()
  }

  nonisolated func open(_ socket: consuming Descriptor) throws(SystemError) {
    let stream = try WireStream(socket, on: loop, limits: limits) { [unowned self] readiness in
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
      connection.onEnd(connection, reason)
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
      try stream.receive()
      try serve(stream)
    }
  }

  /// Starts received calls one after another, as long as each is answered at once.
  private func serve(_ stream: WireStream) throws(ConnectionEnd) {
    isServing = true
    defer { isServing = false }
    var share = Self.callsPerTurn
    while !isAnswering, self.stream != nil {
      guard share > 0 else {
        serveLater()
        break
      }
      share -= 1
      guard let message = try stream.next(CallMessage.init) else { break }
      isAnswering = true
      isCallKept = false
      service.handle(Call(message, on: self), message.parameters)
    }
    guard self.stream != nil else { return }
    try stream.flush()
    try finishIfDone(stream)
    if self.stream != nil { try stream.updateInterest() }
  }

  /// Ends the connection when the peer has stopped writing and all its calls are answered.
  private func finishIfDone(_ stream: WireStream) throws(ConnectionEnd) {
    guard stream.hasReadEnd, !isAnswering, !isServiceDue else { return }
    if stream.hasInput { throw .violated(.cutShort) }
    if stream.isAllSent { throw .finished }
  }

  private func serveLater() {
    guard !isServiceDue else { return }
    isServiceDue = true
    loop.perform { [weak self] in
      self?.assumeIsolated { connection in
        connection.isServiceDue = false
        connection.withStream { (stream) throws(ConnectionEnd) in try connection.serve(stream) }
      }
    }
  }

  /// Sends a reply to a call, unless the connection has ended or the caller accepts none.
  nonisolated func send(_ message: [UInt8], replyingTo call: Call, continues: Bool) {
    assumeIsolated { $0.answer(call, message, continues: continues) }
  }

  private func answer(_ call: Call, _ message: [UInt8], continues: Bool) {
    withStream { (stream) throws(ConnectionEnd) in
      if !continues { isAnswering = false }
      if !call.isOneway { try stream.send(message, inBurst: isServing) }
      guard !isServing else { return }
      if !isAnswering, stream.hasInput || stream.hasReadEnd { serveLater() }
      try stream.updateInterest()
    }
  }

  /// Runs `body` unless the connection has ended; an error ends it.
  private func withStream(_ body: (WireStream) throws(ConnectionEnd) -> Void) {
    guard let stream else { return }
    do {
      try body(stream)
      if isKept, self.stream != nil { try stream.mark(hasUnfinishedWork(stream)) }
    } catch {
      // Replies to the calls before a violation are still sent.
      if case .violated = error { try? stream.flush() }
      end(error)
    }
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
      connection.serveLater()
    }
  }

  /// Continues a call that a former process has received; later calls wait for its last reply.
  public nonisolated func goOn(with method: String) -> Call {
    Call(CallMessage(method: method, wantsMore: true), on: self)
  }

  private func hasUnfinishedWork(_ stream: WireStream) -> Bool {
    stream.hasInput || !stream.isAllSent || isAnswering && !isCallKept
  }
}

import EventLoop

/// Names a connection of one server for ever.
public struct ConnectionID: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt64

  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }
}

/// A client that is connected to a server. It is used on the server's loop.
public actor Connection: LoopActor {
  /// How many calls are begun before others get their turn.
  static let callsPerTurn = 32

  public nonisolated let id: ConnectionID
  public nonisolated let peer: PeerCredentials
  public nonisolated let loop: EventLoop
  let service: Service
  let limits: WireLimits
  private let onEnd: @Sendable (Connection, ConnectionEnd) -> Void

  var stream: WireStream?
  /// What has ended for its peer, and is still to be closed.
  private var ended: WireStream?
  /// Whether a call is being answered; those behind it wait, since replies are in the order of calls.
  var isAnswering: Bool
  /// Whether somebody keeps the socket for when this process ends.
  var isKept: Bool
  /// Whether the call that is being answered is not lost then: another process goes on with it.
  var isCallKept: Bool
  var isServing = false
  var isServiceDue = false

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

  public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Whether calls may still come, or replies still go out.
  public nonisolated var isOpen: Bool { onLoop(()) { connection, _ in connection.stream != nil } }

  /// Ends the connection; what waits to be sent is lost.
  public nonisolated func close() {
    end(.closed)
  }

  /// The socket once more; nil if the connection has ended.
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
      self.onLoop(readiness) { $0.react(to: $1) }
    }
    assumeIsolated { $0.stream = stream }
  }

  nonisolated func end(_ reason: ConnectionEnd) {
    onLoop(reason) { connection, reason in
      guard let stream = connection.stream.take() else { return }
      // A server that stops may have left its connections to another one, which goes on with them.
      if reason != .stopped { connection.shutDown(stream) }
      connection.onEnd(connection, reason)
    }
  }

  private func shutDown(_ stream: WireStream) {
    stream.shutDown()
    ended = stream
  }

  /// Closes the socket of a connection that has ended.
  nonisolated func closeSocket() {
    onLoop(()) { connection, _ in connection.ended = nil }
  }
}

import EventLoop

/// Names a connection of one server for ever.
public struct ConnectionID: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt64

  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }
}

/// A client that is connected to a server. It is used on the server's loop.
public actor Connection {
  /// How many calls are begun before others get their turn.
  static let callsPerTurn = 32

  public nonisolated let id: ConnectionID
  public nonisolated let peer: PeerCredentials
  nonisolated let loop: EventLoop
  let service: Service
  let limits: WireLimits
  private let onEnd: @Sendable (Connection, ConnectionEnd) -> Void

  var stream: WireStream?
  /// Whether a call is being answered; those behind it wait, since replies are in the order of calls.
  var isAnswering: Bool
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
  }

  public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Whether calls may still come, or replies still go out.
  public nonisolated var isOpen: Bool { assumeIsolated { $0.stream != nil } }

  /// Ends the connection; what waits to be sent is lost.
  public nonisolated func close() {
    end(.closed)
  }

  /// The socket once more, for somebody who keeps it when this process ends; nil if the connection has ended.
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
      self.onLoop { $0.react(to: readiness) }
    }
    assumeIsolated { $0.stream = stream }
  }

  /// What `assumeIsolated` does, for the two times that it happens in every call: being generic, that allocates twice each time.
  @inline(__always)
  nonisolated func onLoop(_ body: (isolated Connection) -> Void) {
    precondition(loop.isOnLoop, "a connection was used outside its loop")
    withoutActuallyEscaping(body) { body in unsafeBitCast(body, to: ((Connection) -> Void).self)(self) }
  }

  nonisolated func end(_ reason: ConnectionEnd) {
    assumeIsolated { connection in
      guard let stream = connection.stream.take() else { return }
      // A server that stops may have left its connections to another one, which goes on with them.
      if reason != .stopped { stream.shutDown() }
      connection.onEnd(self, reason)
    }
  }
}

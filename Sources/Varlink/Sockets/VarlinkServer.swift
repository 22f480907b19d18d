import EventLoop
import Glibc

/// Offers a service to whoever connects. It lives on its loop, and is used there.
///
/// One that is let go of closes what it has and tells nobody; `stop()` tells of every end.
public actor VarlinkServer: LoopActor {
  public nonisolated let loop: EventLoop
  let service: Service
  let limits: WireLimits
  let events: ServerEvents
  let calls: SocketCalls
  let pause: Duration

  var listeners: [CInt: Listener] = [:]
  var connections: [ConnectionID: Connection] = [:]
  var connectionsOfUser: [uid_t: Int] = [:]
  var lastID: UInt64 = 0
  var retry: Timer?
  var ended = EndedConnections()
  /// Whether trouble with accepting was told and has not passed yet.
  var isTroubleTold = false

  public init(
    _ service: Service,
    on loop: EventLoop,
    limits: WireLimits = WireLimits(),
    events: ServerEvents = ServerEvents()
  ) {
    self.init(service, on: loop, limits: limits, events: events, calls: .kernel, pause: .seconds(1))
  }

  /// With another kernel, and another time to wait when it has no descriptor to spare.
  init(
    _ service: Service,
    on loop: EventLoop,
    limits: WireLimits,
    events: ServerEvents,
    calls: SocketCalls,
    pause: Duration
  ) {
    self.service = service
    self.loop = loop
    self.limits = limits
    self.events = events
    self.pause = pause
    self.calls = calls
  }

  public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// How many connections are open.
  public nonisolated var connectionCount: Int { assumeIsolated { $0.connections.count } }

  /// Listens at a path, or with an `@` in front at an abstract name. A socket that a process left behind is replaced.
  public nonisolated func listen(at path: String, mode: mode_t = 0o600) throws(VarlinkError) {
    guard let address = UnixAddress(path) else { throw .unusableAddress(path) }
    let socket = try ListeningSocket.make(at: address, mode: mode)
    try listen(on: socket, address.isAbstract ? nil : SocketFile(at: path))
  }

  /// Listens on a socket that somebody else has made, as systemd does.
  public nonisolated func listen(on socket: consuming Descriptor) throws(VarlinkError) {
    guard socket.isUnixStream(listening: true) else { throw .notListening }
    try listen(on: socket, nil)
  }

  /// Takes over a connection that somebody else has kept; `opened` is told of it before this returns.
  @discardableResult
  public nonisolated func adopt(_ socket: consuming Descriptor) throws(VarlinkError) -> Connection {
    guard socket.isUnixStream(listening: false) else { throw .notConnected }
    return try admit(socket)
  }

  /// Takes over a connection under the number that it had, which is none of a connection of this server.
  ///
  /// Its calls wait until it is told to go on. Those that connect later have higher numbers.
  public nonisolated func adopt(_ socket: consuming Descriptor, as id: ConnectionID) throws(VarlinkError) -> Connection
  {
    guard socket.isUnixStream(listening: false) else { throw .notConnected }
    return try admit(socket, as: id)
  }

  /// Numbers those that connect from now on above `last`.
  public nonisolated func number(above last: ConnectionID) {
    assumeIsolated { $0.lastID = max($0.lastID, last.rawValue) }
  }

  /// Ends everything: no listener, no connection; what was listened at is removed.
  public nonisolated func stop() {
    let open = assumeIsolated { server in
      server.cancelRetry()
      for listener in server.listeners.values { listener.pause() }
      server.listeners = [:]
      return server.connections.values.sorted { $0.id.rawValue < $1.id.rawValue }
    }
    for connection in open { connection.end(.stopped) }
  }
}

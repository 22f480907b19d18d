import BrightnessEventLoop
import Glibc

/// Callbacks of a server, on its loop. They are never called from within a call to the server,
/// except `opened` by `adopt`.
public struct ServerEvents: Sendable {
  /// A client has connected; called before its first call is handled.
  public var opened: @Sendable (Connection) -> Void
  /// A connection has ended; called once for each connection.
  public var closed: @Sendable (Connection, ConnectionEnd) -> Void
  /// Whether a user other than root may use the reserved connections and the reserved time.
  public var isPrivileged: @Sendable (uid_t) -> Bool
  /// An error that no client is informed of.
  public var failed: @Sendable (VarlinkError) -> Void

  public init(
    opened: @escaping @Sendable (Connection) -> Void = { _ in },
    closed: @escaping @Sendable (Connection, ConnectionEnd) -> Void = { _, _ in },
    isPrivileged: @escaping @Sendable (uid_t) -> Bool = { _ in false },
    failed: @escaping @Sendable (VarlinkError) -> Void = { _ in }
  ) {
    self.opened = opened
    self.closed = closed
    self.isPrivileged = isPrivileged
    self.failed = failed
  }
}

/// A server for any number of clients. It is used on its loop, and an actor for the reason that
/// `LoopActor` gives. Its functions are `nonisolated`, since a closure such as that of
/// `assumeIsolated` cannot consume a descriptor.
///
/// Releasing it closes everything without callbacks; `stop()` calls `closed` for each connection.
public actor VarlinkServer: LoopActor {
  public nonisolated let loop: EventLoop
  private let service: Service
  private let limits: WireLimits
  private let events: ServerEvents
  private let calls: SocketSystemCalls
  private let pause: Duration

  private var listeners: [CInt: Listener] = [:]
  private var connections: [ConnectionID: Connection] = [:]
  /// The number of connections of each user, including those that are not closed yet.
  private var connectionsOfUser: [uid_t: Int] = [:]
  private var lastID: UInt64 = 0
  private let scheduler: CallScheduler
  private let budget: ByteBudget
  private var leftovers: Leftovers
  private var retry: Timer?
  /// Whether an error of accept(2) was reported and persists.
  private var isErrorReported = false

  public init(
    _ service: Service,
    on loop: EventLoop,
    limits: WireLimits = WireLimits(),
    events: ServerEvents = ServerEvents()
  ) {
    self.init(service, on: loop, limits: limits, events: events, calls: .kernel, pause: .seconds(1))
  }

  /// Tests replace the system calls, and the pause when there is no free descriptor.
  init(
    _ service: Service,
    on loop: EventLoop,
    limits: WireLimits,
    events: ServerEvents,
    calls: SocketSystemCalls,
    pause: Duration
  ) {
    self.service = service
    self.loop = loop
    self.limits = limits
    self.events = events
    self.pause = pause
    self.calls = calls
    leftovers = Leftovers(limit: limits.connections, close: calls.closeForeign)
    budget = ByteBudget(perUser: limits.userBytes, total: limits.totalBytes)
    scheduler = CallScheduler(on: loop, timePerTurn: limits.timePerTurn, isPrivileged: events.isPrivileged)
  }

  deinit {
    scheduler.stop()
    leftovers.closeAll()
  }

  public nonisolated var connectionCount: Int { assumeIsolated { $0.connections.count } }

  /// How many connections are not closed yet because they contain descriptors.
  nonisolated var unclosedCount: Int { assumeIsolated { $0.leftovers.count } }

  /// Listens at a path, or at an abstract name that begins with `@`. The socket file of a process
  /// that has ended is replaced.
  public nonisolated func listen(at path: String, mode: mode_t = 0o600) throws(VarlinkError) {
    guard let address = UnixAddress(path) else { throw .unusableAddress(path) }
    let socket = try ListeningSocket.make(at: address, mode: mode)
    try listen(on: socket, address.isAbstract ? nil : SocketFile(at: path))
  }

  /// Listens on an inherited socket, such as one of systemd.
  public nonisolated func listen(on socket: consuming Descriptor) throws(VarlinkError) {
    guard socket.isUnixStream(listening: true) else { throw .notListening }
    try listen(on: socket, nil)
  }

  /// Adopts a connected socket; `opened` is called before this returns.
  ///
  /// - Parameter former: The number of the connection in a former process. Its calls wait for
  ///   `resume()`, and later connections get higher numbers.
  @discardableResult
  public nonisolated func adopt(
    _ socket: consuming Descriptor,
    as former: ConnectionID? = nil
  ) throws(VarlinkError) -> Connection {
    guard socket.isUnixStream(listening: false) else { throw .notConnected }
    return try admit(socket, as: former)
  }

  /// Gives later connections numbers above `last`.
  public nonisolated func number(above last: ConnectionID) {
    assumeIsolated { $0.lastID = max($0.lastID, last.rawValue) }
  }

  /// Closes all listeners and connections, and removes the socket files.
  public nonisolated func stop() {
    let open = assumeIsolated { server in
      if let timer = server.retry.take() { server.loop.cancel(timer) }
      for listener in server.listeners.values { listener.pause() }
      server.listeners = [:]
      return server.connections.values.sorted { $0.id.rawValue < $1.id.rawValue }
    }
    for connection in open { connection.end(.stopped) }
  }
}

extension VarlinkServer {
  private nonisolated func listen(on socket: consuming Descriptor, _ file: consuming SocketFile?) throws(VarlinkError) {
    // Connections inherit the option, even those that are not accepted yet.
    _ = calls.refuseDescriptors(socket)
    let number = socket.number
    let listener: Listener
    do {
      listener = try Listener(socket, file, on: loop, calls: calls) { [weak self] _ in
        self?.assumeIsolated { $0.acceptWaiting(at: number) }
      }
    } catch {
      throw .refused(error)
    }
    assumeIsolated { $0.listeners[number] = listener }
  }

  private func acceptWaiting(at number: CInt) {
    guard let listener = listeners[number] else { return }
    guard !leftovers.isFull else {
      listener.pause()
      return retryLater()
    }
    let error = listener.acceptWaiting { socket in
      do throws(VarlinkError) {
        _ = try admit(socket, isAccepted: true)
      } catch {
        events.failed(error)
      }
    }
    if let error {
      if !isErrorReported { events.failed(.refused(error)) }
      retryLater()
    }
    isErrorReported = error != nil
  }

  /// Opens a connection; one beyond a limit is closed.
  private nonisolated func admit(
    _ socket: consuming Descriptor,
    as former: ConnectionID? = nil,
    isAccepted: Bool = false
  ) throws(VarlinkError) -> Connection {
    let peer = try converting(VarlinkError.refused) { () throws(SystemError) in try calls.identify(socket) }
    if let refusal = assumeIsolated({ $0.refusal(of: peer.user) }) {
      refuse(socket, of: peer.user)
      throw refusal
    }
    let connection = assumeIsolated { $0.makeConnection(with: peer, as: former) }
    socket.limitUnreadBytes(to: WireLimits.kernelBytes)
    // No method takes descriptors. A connection to a listener that refuses them never had any. On
    // any other connection, the kernel may be too old to refuse them, and bytes that arrived before
    // may come with some.
    let hadNoDescriptors = isAccepted && socket.refusesDescriptors
    let hasNoDescriptors = hadNoDescriptors || (calls.refuseDescriptors(socket) && socket.unreadBytes == 0)
    do {
      try connection.open(socket, checksForDescriptors: !hasNoDescriptors)
    } catch {
      throw .refused(error)
    }
    assumeIsolated { $0.register(connection) }
    events.opened(connection)
    return connection
  }
}

extension VarlinkServer {
  /// Closes a connection that was never opened. Its unread bytes may come with descriptors, as in
  /// one that has ended.
  private nonisolated func refuse(_ socket: consuming Descriptor, of user: uid_t) {
    if socket.refusesDescriptors { return }
    // From now on the peer cannot send.
    socket.shutDown()
    guard !socket.dropUnread() else { return }
    let number = socket.release()
    assumeIsolated {
      $0.connectionsOfUser[user, default: 0] += 1
      $0.close(Leftover(number: number, user: user))
    }
  }

  /// Closes a socket that contains descriptors. It counts as a connection until it is closed.
  private func close(_ leftover: Leftover) {
    leftovers.append(leftover)
    closeLeftovers()
  }

  private func closeLeftovers() {
    leftovers.closeWaiting { [weak self, loop] in
      loop.perform { [weak self] in self?.assumeIsolated { $0.releaseClosed() } }
    }
  }

  private func releaseClosed() {
    for user in leftovers.takeClosed() { release(user) }
    closeLeftovers()
  }

  /// The last connections are left to root and privileged users, who may have to end the sessions
  /// of others.
  private func refusal(of user: uid_t) -> VarlinkError? {
    let isPrivileged = user == 0 || events.isPrivileged(user)
    let limit = isPrivileged ? limits.connections : limits.connections - limits.reservedConnections
    guard connections.count < limit else { return .tooManyConnections(limit: limit) }
    guard user != 0, connectionsOfUser[user, default: 0] >= limits.connectionsPerUser else { return nil }
    return .tooManyConnectionsOfUser(user, limit: limits.connectionsPerUser)
  }

  private func makeConnection(with peer: PeerCredentials, as former: ConnectionID?) -> Connection {
    precondition(former.map { connections[$0] == nil } ?? true, "a connection number is used twice")
    let id = former ?? ConnectionID(rawValue: lastID + 1)
    lastID = max(lastID, id.rawValue)
    return Connection(id, peer, service, limits, budget, scheduler, of: self, isWaiting: former != nil)
  }

  private func register(_ connection: Connection) {
    connections[connection.id] = connection
    connectionsOfUser[connection.peer.user, default: 0] += 1
  }

  /// Removes a connection that has ended. Deferred: it may end within a reply, whose sender does
  /// not expect callbacks.
  ///
  /// - Parameter leftover: A duplicate of a socket with unread contents, to be closed by another
  ///   process.
  nonisolated func remove(_ connection: Connection, _ reason: ConnectionEnd, leftover: CInt?) {
    loop.perform { [weak self] in self?.assumeIsolated { $0.removeNow(connection, reason, leftover) } }
  }

  private func removeNow(_ connection: Connection, _ reason: ConnectionEnd, _ leftover: CInt?) {
    connections[connection.id] = nil
    if case .abandoned(let method) = reason { events.failed(.abandoned(method: method)) }
    events.closed(connection, reason)
    let user = connection.peer.user
    guard let leftover else { return release(user) }
    // Counts as a connection until it is closed, so that a user cannot exceed the limit with these.
    close(Leftover(number: leftover, user: user))
  }

  private func release(_ user: uid_t) {
    let left = connectionsOfUser[user, default: 1] - 1
    connectionsOfUser[user] = left == 0 ? nil : left
    resumeListeners()
  }
}

extension VarlinkServer {
  /// Resumes paused listeners when a connection ends, or after a pause.
  private func retryLater() {
    guard retry == nil else { return }
    retry = loop.after(pause) { [weak self] in self?.assumeIsolated { $0.resumeListeners() } }
  }

  private func resumeListeners() {
    guard let timer = retry.take() else { return }
    loop.cancel(timer)
    let areAllResumed = listeners.values.filter(\.isPaused).reduce(true) { $1.resume() && $0 }
    if !areAllResumed { retryLater() }
  }
}

import Brightness
import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink
import ComposableCore
import Hardware
import Service
import StateFiles

/// The clients that are connected, and their sessions.
///
/// It owns the server, the connections with the processes behind them, how the replies to each open
/// call reach its client, and what is saved for the daemon's next start. A session begins with its
/// connection, and ends with the connection or with the process, whichever goes first.
///
/// The daemon alone uses it, on the loop. It is a class because calls re-enter: the reply to a call
/// may be delivered before `call` returns.
final class ConnectedClients {
  private let loop: EventLoop
  private let core: RunningCore
  private let log: Log
  private let identify: @Sendable (Connection) throws(DaemonError) -> Peer
  /// The records of saved sessions.
  private let records: StateRecords
  /// Where sessions are saved; nil where no service manager would start the daemon again.
  private let archive: SessionArchive?
  /// Set when the server is opened; callbacks of the loop reach this object through the daemon.
  private weak var daemon: BrightnessDaemon?
  private var server: VarlinkServer?
  private var clients: [SessionID: Client] = [:]
  /// How the core's replies to the open call of a connection reach its client.
  private var replies: [SessionID: (Reply) -> Void] = [:]
  /// Sessions to end together at the next job of the loop.
  private var sessionsToEnd: [SessionID] = []
  /// Whether connections that are adopted belong to saved sessions.
  private var isRestoring = false

  /// `identify` returns the peer of a connection. Sessions are saved with `descriptors`, if at all.
  init(
    on loop: EventLoop,
    savingIn records: StateRecords,
    _ descriptors: DescriptorStore?,
    _ core: RunningCore,
    _ log: Log,
    identify: @escaping @Sendable (Connection) throws(DaemonError) -> Peer
  ) {
    self.loop = loop
    self.core = core
    self.log = log
    self.identify = identify
    self.records = records
    archive = descriptors.map { SessionArchive(records, $0, log) }
  }

  /// Opens the server. No client can connect before the server is told where to listen.
  func openServer(_ service: Service, _ limits: WireLimits, for daemon: BrightnessDaemon) -> VarlinkServer {
    self.daemon = daemon
    let events = ServerEvents(
      opened: { [weak daemon] connection in daemon?.assumeIsolated { $0.clients.open(connection) } },
      closed: { [weak daemon] connection, end in daemon?.assumeIsolated { $0.clients.close(connection, end) } },
      isPrivileged: { [weak core] user in core?.state.seat.active == user },
      failed: { [log] error in log(.warning, "\(error)", kind: "connections") }
    )
    archive?.onRoom = { [weak daemon] in daemon?.assumeIsolated { $0.clients.archive?.keepRefused() } }
    let server = VarlinkServer(service, on: loop, limits: limits, events: events)
    self.server = server
    return server
  }

  /// Closes the server and all connections.
  func stop() { server?.stop() }

  /// Who has opened a session; nil without a connection.
  func peer(of session: SessionID) -> Peer? { clients[session]?.peer }

  /// How many calls wait for their last reply; for tests, which could not notice a leak otherwise.
  var openCallCount: Int { replies.count }
}

/// Calls and their replies.
extension ConnectedClients {
  /// Sends a call to the core; its replies go to `deliver` until the last one.
  func call(_ call: ClientCall, of session: SessionID, deliver: @escaping (Reply) -> Void) {
    replies[session] = deliver
    core.handle(.called(session, call, at: core.now()))
  }

  /// Like `call`, for a call that stays open: another call behind it ends it.
  func callLasting(_ call: ClientCall, on connection: Connection, deliver: @escaping (Reply) -> Void) {
    self.call(call, of: SessionID(connection), deliver: deliver)
    endWhenNextCallArrives(connection)
  }

  private func endWhenNextCallArrives(_ connection: Connection) {
    let session = SessionID(connection)
    connection.whenNextCallArrives { [weak core] in core?.handle(.nextCallArrived(session)) }
  }

  func deliver(_ message: Message) {
    guard let deliver = replies[message.session] else { return }
    if message.isLast { replies[message.session] = nil }
    deliver(message.reply)
  }

  func save(_ save: Save) {
    switch save {
    case .remove(let id): archive?.forget(id)
    case .keep(let saved):
      let id = saved.session.id
      let connection = clients[id]?.connection
      // A hold leaves the record before its client is notified of its end: if sent again after a
      // restart, the client would take that for the reply to its next call. If the daemon dies in
      // between, the mark tells the next one that the client waits.
      if saved.hold == nil, replies[id] != nil { connection?.keepCall(false) }
      archive?.keep(saved) { () throws(SystemError) in try connection?.keep() }
      // The call is recorded, so the next daemon continues it.
      if saved.hold != nil { connection?.keepCall(true) }
    }
  }

  /// Closes the connections of sessions once the calls that arrived on them are answered.
  func finish(_ sessions: [SessionID]) {
    for session in sessions { clients[session]?.connection.finish() }
  }
}

/// Opening and ending of connections, and of the processes behind them.
extension ConnectedClients {
  private func open(_ connection: Connection) {
    do throws(DaemonError) {
      let session = SessionID(connection)
      let client = Client(connection, try identify(connection))
      archive?.reserve(session)
      clients[session] = client
      if !isRestoring { core.handle(.opened(session, client.peer, at: core.now())) }
    } catch {
      log(.warning, "\(error)", kind: "connections")
      connection.close()
    }
  }

  private func close(_ connection: Connection, _ end: ConnectionEnd) {
    let session = SessionID(connection)
    replies[session] = nil
    clients[session]?.stopWatchingProcess()
    log(.debug, "session \(session.number) of user \(connection.peer.user) ended: \(end)")
    endSoon(session)
  }

  /// Watches the process of a session, and returns whether the session may hold something.
  func watchProcess(of session: SessionID) -> Bool {
    guard let client = clients[session] else { return false }
    do {
      let isWatched = try client.watchProcess(on: loop) { [weak daemon] in
        daemon?.assumeIsolated { $0.clients.end(session) }
      }
      guard isWatched else { return false }
      return isProcessAlive(of: session)
    } catch {
      // The process has exited, or cannot be watched, so it must not move a light.
      log(.info, "\(error)", kind: "processes")
      end(session)
      return false
    }
  }

  /// Ends the session if its process has ended. Calls that a process has left in the socket may
  /// arrive before the report of its end.
  func isProcessAlive(of session: SessionID) -> Bool {
    guard clients[session]?.hasProcessEnded == true else { return true }
    end(session)
    return false
  }

  /// Ends a session from this side.
  private func end(_ session: SessionID) {
    endSoon(session)
    clients[session]?.connection.close()
  }

  /// Ends a session with all others that end before this turn of the loop gets to its jobs. epoll
  /// returns at most 64 events per turn, so a crash that ends thousands of sessions becomes one
  /// change per 64.
  private func endSoon(_ session: SessionID) {
    if sessionsToEnd.isEmpty {
      loop.perform { [weak daemon] in daemon?.assumeIsolated { $0.clients.endTogether() } }
    }
    sessionsToEnd.append(session)
  }

  private func endTogether() {
    let ended = sessionsToEnd
    sessionsToEnd = []
    daemon?.assumeIsolated { $0.sensing.endFeeds(of: ended) }
    core.handle(.ended(ended))
    for session in ended where clients[session]?.connection.isOpen == false { clients[session] = nil }
  }
}

/// Sessions that outlive a restart of the daemon.
extension ConnectedClients {
  /// Restores the saved sessions whose connections were inherited, in one turn, before anything is
  /// known about the lights.
  func restore(_ inherited: inout InheritedDescriptors, on server: VarlinkServer) {
    guard let archive else { return SessionArchive.clear(records, log) }
    server.number(above: ConnectionID(archive.lastNumber()))
    let all = archive.load(among: inherited.storedNames)
    var alive: [SavedSession] = []
    for saved in all {
      let id = saved.session.id
      guard let socket = inherited.take(id.descriptorName.description) else { continue }
      if let session = adopt(saved, socket, on: server) { alive.append(session) } else { archive.forget(id) }
    }
    core.handle(.restored(alive, at: core.now()))
    while let name = inherited.storedNames.first, let socket = inherited.take(name) { archive.refuse(socket, name) }
    if !all.isEmpty { log(.info, "\(alive.count) of \(all.count) saved sessions go on") }
  }

  /// Adopts the connection of a saved session; nil if the session cannot continue.
  private func adopt(_ saved: SavedSession, _ socket: consuming Descriptor, on server: VarlinkServer) -> SavedSession? {
    // The former daemon died with a call half read or a reply half sent: the client would wait for
    // ever.
    if socket.isMarked {
      socket.shutDown()
      return nil
    }
    let id = saved.session.id
    isRestoring = true
    defer { isRestoring = false }
    do throws(VarlinkError) {
      let connection = try server.adopt(socket, as: ConnectionID(id))
      guard let peer = clients[id]?.peer, peer.isSameProcess(as: saved.session.peer), watchProcess(of: id) else {
        end(id)
        return nil
      }
      if saved.hold != nil {
        let call = MethodCall<SessionsInterface.Hold>(resumedOn: connection)
        replies[id] = call.deliver
      }
      return saved.with(peer)
    } catch {
      log(.warning, "\(error)", kind: "connections")
      return nil
    }
  }

  /// Serves the restored sessions: the lights were read, so that the replies are about what they
  /// show.
  func serveRestored() {
    core.handle(.served)
    for (id, client) in clients where core.state.sessions[id: id] != nil {
      // From now on, a call behind a hold is served, too, and ends the hold.
      if replies[id] == nil { client.connection.resume() } else { endWhenNextCallArrives(client.connection) }
    }
  }
}

import Brightness
import Composable
import ControlAPI
import EventLoop
import Hardware
import Varlink

/// A client, with what the kernel knows of it.
struct ConnectedClient {
  let connection: Connection
  let peer: Peer

  var peerInMind: Brightness.Peer { .init(uid: peer.user, gid: peer.group, pid: connection.peer.process) }
}

/// A watch that goes with whoever keeps it.
final class KeptWatch: Sendable {
  private let watch: Watch

  init(_ watch: consuming Watch) {
    self.watch = watch
  }
}

/// Who is connected, and what the lights tell.
extension BrightnessDaemon {
  func open(_ connection: Connection) {
    do throws(DaemonError) {
      let client = ConnectedClient(connection: connection, peer: try identify(connection))
      let session = SessionID(connection)
      shelf?.take(session)
      clients[session] = client
      store.send(.connectionOpened(session, client.peerInMind, at: now))
    } catch {
      log(.warning, "\(error)", kind: "connections")
      connection.close()
    }
  }

  func close(_ connection: Connection, _ end: ConnectionEnd) {
    let session = SessionID(connection)
    forget(session)
    log(.debug, "session \(session.number) of user \(connection.peer.user) ended: \(end)")
    endSoon(session, SessionEnd(end))
  }

  private func forget(_ session: SessionID) {
    processes[session] = nil
    // Most often nobody watches.
    if !lightWatchers.isEmpty { lightWatchers[session] = nil }
    if !sceneWatchers.isEmpty { sceneWatchers[session] = nil }
  }

  /// From its first scene on a session ends with its process, also if somebody else has the socket.
  func watchProcess(of session: SessionID) {
    guard processes[session] == nil, let connection = clients[session]?.connection else { return }
    do {
      guard let process = try connection.peerProcess() else { return }
      let watch = try loop.onEnd(of: process) { [weak self] _ in self?.onLoop(session) { $0.end($1) } }
      processes[session] = KeptWatch(watch)
    } catch {
      // It is gone already, or nobody could say when it will be.
      log(.info, "\(error)", kind: "processes")
      end(session)
    }
  }

  /// Ends a session from this side.
  func end(_ session: SessionID) {
    endSoon(session, .exited)
    clients[session]?.connection.close()
  }

  /// Ends a session together with the others that end now, as after a crash of somebody who had many.
  private func endSoon(_ session: SessionID, _ end: SessionEnd) {
    if ended.isEmpty { loop.perform { [weak self] in self?.assumeIsolated { $0.endTogether() } } }
    ended.append(EndedSession(id: session, end: end))
  }

  private func endTogether() {
    let ended = self.ended
    self.ended = []
    let living = living(among: ended)
    if !living.isEmpty { store.send(.sessionsEnded(living)) }
    // Who it was is still asked while a session ends.
    for session in ended {
      guard let index = clients.index(forKey: session.id), !clients.values[index].connection.isOpen else { continue }
      clients.remove(at: index)
    }
  }

  /// Apart from what sends: whoever still has the sessions when they are changed makes them be copied.
  private func living(among ended: [EndedSession]) -> [EndedSession] {
    let sessions = store.state.sessions
    return ended.filter { sessions.contains(id: $0.id) }
  }

  /// Closes the connection of a session that has ended, when the answer that is under way has been sent.
  func closeLater(_ session: SessionID) {
    guard let connection = clients[session]?.connection else { return }
    loop.perform { connection.close() }
  }

  /// What the lights tell becomes what the mind knows.
  func hear(_ news: KeeperNews) {
    switch news {
    case .troubled(let light, let trouble?):
      log(.warning, "cannot bring '\(light)' where it belongs: \(trouble.reason)", kind: light.description)
    case .unlisted(let error), .unfollowed(let error): log(.error, "\(error)")
    default: break
    }
    if let action = action(of: news) { store.send(action) }
  }

  private func action(of news: KeeperNews) -> Mind.Action? {
    switch news {
    case .changed(let light, let view, let cause, let session):
      .lights(.changed(light, view, cause, by: session.flatMap { clients[$0]?.peerInMind }))
    case .forgotten(let light): .lights(.forgotten(light))
    case .yielded(let owner, let light): .sceneYielded(owner, on: light)
    case .cancelled(let owner): .sceneCancelled(owner)
    case .troubled(let light, let trouble): .lights(.troubled(light, trouble?.reason))
    case .together(let news): .together(news.compactMap(action))
    case .unlisted, .unfollowed: nil
    }
  }
}

extension SessionID {
  init(_ connection: Connection) {
    self.init(Int(connection.id.rawValue))
  }
}

extension SessionEnd {
  init(_ end: ConnectionEnd) {
    switch end {
    case .violated, .abandoned: self = .protocolBroken
    case .tooSlow: self = .quotaExceeded
    default: self = .closed
    }
  }
}

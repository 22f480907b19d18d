import Brightness
import Composable
import ControlAPI
import EventLoop
import Hardware
import Varlink

/// Who is connected, and what the lights tell.
extension BrightnessDaemon {
  func open(_ connection: Connection) {
    let session = SessionID(connection)
    connections[session] = connection
    store.send(.connectionOpened(session, Brightness.Peer(connection.peer), at: now))
  }

  func close(_ connection: Connection, _ end: ConnectionEnd) {
    let session = SessionID(connection)
    forget(session)
    log(.debug, "session \(session.number) of user \(connection.peer.user) ended: \(end)")
    store.send(.sessionEnded(session, SessionEnd(end)))
  }

  private func forget(_ session: SessionID) {
    connections[session] = nil
    processes[session] = nil
    lightWatchers.removeAll { SessionID($0.call.call.connection) == session }
    sceneWatchers.removeAll { $0.watch.owner.session == session }
  }

  /// From its first scene on a session ends with its process, also if somebody else has the socket.
  func watchProcess(of session: SessionID) {
    guard processes[session] == nil, let connection = connections[session] else { return }
    do {
      guard let process = try connection.peerProcess() else { return }
      let watch = try loop.onEnd(of: process) { [weak self] _ in self?.assumeIsolated { $0.end(session) } }
      processes[session] = ProcessWatch(watch)
    } catch {
      // It is gone already.
      end(session)
    }
  }

  /// Ends a session from this side.
  func end(_ session: SessionID) {
    store.send(.sessionEnded(session, .exited))
    connections[session]?.close()
  }

  /// What the lights tell becomes what the mind knows.
  func hear(_ news: KeeperNews) {
    switch news {
    case .changed(let light, let view, let cause): store.send(.lights(.changed(light, view, LightCause(cause))))
    case .forgotten(let light): store.send(.lights(.forgotten(light)))
    case .yielded(let owner): store.send(.sceneYielded(owner))
    case .cancelled(let owner): store.send(.sceneCancelled(owner))
    case .troubled(let light, let trouble): hear(trouble, of: light)
    case .unlisted(let error), .unfollowed(let error): log(.error, "\(error)")
    }
  }

  private func hear(_ trouble: LightTrouble?, of light: Brightness.LightID) {
    if let trouble {
      log(.warning, "cannot bring '\(light)' where it belongs: \(trouble.reason)", kind: light.description)
    }
    store.send(.lights(.troubled(light, trouble?.reason)))
  }
}

extension SessionID {
  init(_ connection: Connection) {
    self.init(Int(connection.id.rawValue))
  }
}

extension Brightness.Peer {
  init(_ credentials: PeerCredentials) {
    self.init(uid: credentials.user, gid: credentials.group, pid: credentials.process)
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

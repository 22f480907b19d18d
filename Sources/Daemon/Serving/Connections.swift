import Brightness
import Composable
import EventLoop
import Model
import Varlink

struct Client {
  let connection: Connection
  let peer: Peer
  /// From the first scene on, a session ends with its process, even if another process still has the socket.
  var process: Shared<WatchedDescriptor>?
}

extension BrightnessDaemon {
  func open(_ connection: Connection) {
    do throws(DaemonError) {
      let session = SessionID(connection)
      let client = Client(connection: connection, peer: try identify(connection))
      archive?.take(session)
      clients[session] = client
      if !isRestoring { handle(.opened(session, client.peer, at: now)) }
    } catch {
      log(.warning, "\(error)", kind: "connections")
      connection.close()
    }
  }

  func close(_ connection: Connection, _ end: ConnectionEnd) {
    let session = SessionID(connection)
    replies[session] = nil
    clients[session]?.process = nil
    log(.debug, "session \(session.number) of user \(connection.peer.user) ended: \(end)")
    endSoon(session)
  }

  /// Watches the process of a session, and returns whether the session may hold something.
  func watchProcess(of session: SessionID) -> Bool {
    guard let client = clients[session] else { return false }
    if client.process != nil { return isProcessAlive(of: session) }
    do {
      guard let process = try client.connection.peerProcess() else { return false }
      let watch = try loop.watch(process, for: .readable) { [weak self] _ in self?.assumeIsolated { $0.end(session) } }
      clients[session]?.process = Shared(watch)
      return isProcessAlive(of: session)
    } catch {
      // The process has exited already, or its end could not be noticed: it must not move a light any more.
      log(.info, "\(error)", kind: "processes")
      end(session)
      return false
    }
  }

  /// Ends the session if its process has ended. Calls that a process has left in the socket may arrive before the report of its end.
  func isProcessAlive(of session: SessionID) -> Bool {
    guard let process = clients[session]?.process, process.value.descriptor.isReadable else { return true }
    end(session)
    return false
  }

  /// Ends a session from this side.
  func end(_ session: SessionID) {
    endSoon(session)
    clients[session]?.connection.close()
  }

  /// Ends a session with the others whose end is known before this turn of the loop gets to its jobs. A turn takes 64 descriptors; of more
  /// ends, as of a client that crashes with thousands of sessions, each turn is one change.
  private func endSoon(_ session: SessionID) {
    if sessionsToEnd.isEmpty { loop.perform { [weak self] in self?.assumeIsolated { $0.endTogether() } } }
    sessionsToEnd.append(session)
  }

  private func endTogether() {
    let ended = sessionsToEnd
    sessionsToEnd = []
    handle(.ended(ended))
    for session in ended where clients[session]?.connection.isOpen == false { clients[session] = nil }
  }
}

extension SessionID {
  init(_ connection: Connection) { self.init(Int(connection.id.rawValue)) }
}

extension ConnectionID {
  init(_ session: SessionID) { self.init(rawValue: UInt64(session.number)) }
}

import Brightness
import Composable
import ControlAPI
import EventLoop
import Hardware
import Model
import Varlink

/// Sessions that outlive a restart of the daemon.
extension BrightnessDaemon {
  /// Takes up the saved sessions whose connections were inherited, in one turn, before anything is known of the lights.
  func restoreSessions(_ inherited: inout InheritedDescriptors, on server: VarlinkServer) throws(LightError) {
    guard let archive else { return SessionArchive.clear(beside: records, log) }
    server.number(above: ConnectionID(archive.lastNumber()))
    let all = archive.load(among: inherited.storedNames)
    var alive: [SavedSession] = []
    for saved in all {
      let id = saved.session.id
      guard let socket = inherited.take(id.descriptorName.description) else { continue }
      if let session = adopt(saved, socket, on: server) { alive.append(session) } else { archive.forget(id) }
    }
    handle(.restored(alive, at: now))
    while let name = inherited.storedNames.first, let socket = inherited.take(name) { archive.refuse(socket, name) }
    if !all.isEmpty { log(.info, "\(alive.count) of \(all.count) saved sessions go on") }
  }

  /// Adopts the connection of a saved session; nil if it cannot go on.
  private func adopt(_ saved: SavedSession, _ socket: consuming Descriptor, on server: VarlinkServer) -> SavedSession? {
    // The former daemon died with a call half read or a reply half sent: the client would wait for ever.
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
      if saved.hold != nil { replies[id] = deliver(to: MethodCall(resumedOn: connection)) }
      return saved.with(peer)
    } catch {
      log(.warning, "\(error)", kind: "connections")
      return nil
    }
  }

  /// Serves the restored sessions: the lights were read, so that the replies are about what they show.
  public func serveRestored() {
    handle(.served)
    for (id, client) in clients where replies[id] == nil && state.sessions[id: id] != nil {
      client.connection.goOn()
    }
  }
}

import Brightness
import Composable
import ControlAPI
import EventLoop
import Hardware
import Varlink

/// What lives on when the program is started anew.
extension BrightnessDaemon {
  /// Takes up the sessions that were kept, before anything is known of the lights: what they claim is in force before the first write.
  func restore(_ inherited: inout InheritedDescriptors, on server: VarlinkServer) throws(LightError) {
    guard let shelf else { return try SessionShelf.clear(beside: keeper.assumeIsolated { $0.records }) }
    server.number(above: ConnectionID(shelf.lastNumber()))
    let all = shelf.takeDown(among: inherited.storedNames)
    recordDepth += 1
    restore(all, from: &inherited, on: server)
    recordDepth -= 1
    keepSessions(store.state)
    while let name = inherited.storedNames.first, let socket = inherited.take(name) { shelf.refuse(socket, name) }
    if !all.isEmpty { log(.info, "\(store.state.sessions.count) of \(all.count) sessions that were kept live on") }
  }

  private func restore(_ all: [RecordedSession], from inherited: inout InheritedDescriptors, on server: VarlinkServer) {
    for session in all {
      guard let socket = inherited.take(session.state.id.descriptorName.description) else { continue }
      // Something of it was lost, and its client would wait for ever.
      if socket.isMarked { socket.shutDown() } else { restore(session, socket, on: server) }
    }
    let appearances = all.flatMap(\.appearances).sorted { $0.place < $1.place }
    for appearance in appearances { appear(appearance) }
    for session in all { noteChange(of: session.state.id) }
  }

  private func restore(_ session: RecordedSession, _ socket: consuming Descriptor, on server: VarlinkServer) {
    let id = session.state.id
    store.send(.sessionRestored(session.state))
    do throws(VarlinkError) {
      let connection = try server.adopt(socket, as: ConnectionID(id))
      guard clients[id]?.peerInMind == session.state.peer else { return end(id) }
      watchProcess(of: id)
      restored.append(id)
      guard let watch = session.watch, store.state.sessions[id: id] != nil else { return }
      sceneWatchers[id] = HeldCall(ControlCall(goingOnOn: connection), of: watch)
    } catch {
      log(.warning, "\(error)", kind: "connections")
      end(id)
    }
  }

  /// The scene appears as it did; of one whose session has ended, nothing.
  private func appear(_ recorded: RecordedAppearance) {
    guard let action = try? store.state.action(of: recorded.owner, .restored(recorded.appearance, at: now)) else {
      return
    }
    store.send(action)
    keeper.assumeIsolated { $0.standAside(recorded.owner, on: recorded.appearance.yielded) }
  }

  /// The lights are known: those who lived on are served again.
  public func serveRestored() {
    for id in restored {
      if let held = sceneWatchers[id] {
        awaitLights(of: held.watch.owner)
      } else {
        clients[id]?.connection.goOn()
      }
    }
    restored = []
  }
}

extension RecordedAppearance {
  /// By time; at the same time by number.
  fileprivate var place: (Duration, Int, Int) {
    (appearance.since.offset, owner.session.number, owner.scene.number)
  }
}

extension ConnectionID {
  init(_ session: SessionID) {
    self.init(rawValue: UInt64(session.number))
  }
}

import BrightnessControl
import BrightnessEventLoop
import BrightnessVarlink
import Fleet
import Glibc

/// The connections to the daemon that hold scenes, one each.
actor HoldConnections: LoopActor {
  private struct Connection {
    let client: ControlClient
    let name: String?
    /// The daemon's number for it, once it is known.
    var session: Int?
  }

  nonisolated let loop: EventLoop
  private let socket: DaemonSocket
  private let report: @Sendable (LocalHoldID, LocalHoldEvent) -> Void
  private var connections: [LocalHoldID: Connection] = [:]

  /// `report` is called on the loop, after the call that caused the event has returned.
  init(_ socket: DaemonSocket, _ report: @escaping @Sendable (LocalHoldID, LocalHoldEvent) -> Void) {
    loop = socket.loop
    self.socket = socket
    self.report = report
  }

  /// What the reducer calls.
  nonisolated var client: LocalHoldClient {
    LocalHoldClient(
      open: { [self] id, scene in assumeIsolated { $0.open(id, scene) } },
      close: { [self] id in assumeIsolated { $0.close(id) } }
    )
  }

  private func open(_ id: LocalHoldID, _ scene: SessionsInterface.SceneRequest) {
    guard let client = try? socket.connect(longer: scene.fade ?? .zero) else {
      return loop.perform { [report] in report(id, .connectionEnded) }
    }
    connections[id] = Connection(client: client, name: scene.name)
    client.connection.call(SessionsInterface.Hold.fullName, SessionsInterface.Hold(scene: scene), wantsMore: true) {
      [weak self] result in
      self?.assumeIsolated { $0.receive(result, for: id) }
    }
  }

  private func close(_ id: LocalHoldID) { connections.removeValue(forKey: id)?.client.connection.close() }

  private func receive(_ result: Result<VarlinkClient.Reply, CallError>, for id: LocalHoldID) {
    // A connection that was closed here still reports its end.
    guard connections[id] != nil else { return }
    do throws(CallError) {
      let reply = try SessionsInterface.Hold.reply(try result.get())
      report(id, .scene(reply.event, light: reply.light))
    } catch .disconnected {
      report(id, .connectionEnded)
    } catch {
      report(id, .refused("\(ControlClient.failure(error))"))
    }
  }

  /// Finds which of the daemon's sessions are these connections. The daemon does not tell a client
  /// its number. Of several scenes of one name any will do, since only the name is published.
  func identify(_ sessions: [SessionsInterface.Session]) {
    let known = Set(connections.values.compactMap(\.session))
    var unknown = sessions.filter { $0.pid == Int(getpid()) && !known.contains($0.id) }
    for id in connections.keys.sorted(by: { $0.number < $1.number }) {
      guard let connection = connections[id], connection.session == nil,
        let index = unknown.firstIndex(where: { $0.scenes.contains { $0.name == connection.name } })
      else { continue }
      let session = unknown.remove(at: index).id
      connections[id]?.session = session
      report(id, .connected(session: session))
    }
  }
}

extension VarlinkMethod {
  /// What a reply says, as the method defines it.
  static func reply(_ reply: VarlinkClient.Reply) throws(CallError) -> Reply {
    try converting({ CallError.unreadable(method: fullName, $0) }) { () throws(InvalidParameter) in
      try Reply(json: JSONInput(.object(reply.parameters), allowsUnknownFields: true))
    }
  }
}

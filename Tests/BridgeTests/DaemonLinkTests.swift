import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import Glibc
import Synchronization
import Testing

@testable import Bridge
@testable import Fleet

@Suite struct DaemonLinkTests {
  private let panel = LightID(.backlight, "panel")

  @Test func `each return of the daemon is reported`() throws {
    let daemon = try PlayedDaemon()
    try daemon.start()
    daemon.link.assumeIsolated { $0.start() }
    daemon.wait(for: .daemonAppeared)

    daemon.stop()
    try daemon.start()

    daemon.wait(for: .daemonAppeared)
  }

  @Test func `a daemon that ends each connection is asked once a second`() throws {
    let daemon = try PlayedDaemon(endsWatches: true)
    try daemon.start()
    daemon.link.assumeIsolated { $0.start() }

    daemon.wait { daemon.asked.count == 2 }

    let asked = daemon.asked
    #expect(asked[0].duration(to: asked[1]) >= .seconds(1))
  }

  @Test func `a level for a daemon that is away is answered, and a warning says so`() throws {
    let daemon = try PlayedDaemon()

    daemon.link.assumeIsolated { $0.set(SetRequest(light: panel, level: LevelPayload(percent: 40))) }

    daemon.wait(for: .levelSet(panel))
    #expect(daemon.lines.map { $0.contains(daemon.socket.path) } == [true])
  }

  @Test func `connections are found among the sessions of this process, each once`() throws {
    let daemon = try PlayedDaemon()
    try daemon.start()
    let found = Mutex<[Int: Int]>([:])
    let connections = HoldConnections(daemon.socket) { id, event in
      if case .connected(let session) = event { found.withLock { $0[id.number] = session } }
    }
    let scene = SessionsInterface.SceneRequest(name: "guard: alarm", claims: [.init(rule: .exactly, percent: 100)])
    let (own, other) = (Int(getpid()), 1)
    func identify(_ sessions: [(id: Int, process: Int)]) {
      connections.assumeIsolated { $0.identify(sessions.map { session($0.id, of: $0.process, scene.name) }) }
    }

    for number in 1...2 { connections.client.open(LocalHoldID(number: number), scene) }
    identify([(3, other), (4, own), (5, own)])
    connections.client.open(LocalHoldID(number: 3), scene)
    identify([(3, other), (4, own), (5, own), (6, own)])

    #expect(found.withLock(\.self) == [1: 4, 2: 5, 3: 6])
  }

  private func session(_ id: Int, of process: Int, _ name: String?) -> SessionsInterface.Session {
    let scene = SessionsInterface.Scene(
      id: 1,
      name: name,
      claims: [],
      priority: .normal,
      onUserChange: .rebase,
      appeared: true,
      deciding: true,
      yielded: []
    )
    return SessionsInterface.Session(id: id, uid: 0, pid: process, age: .zero, suspended: false, scenes: [scene])
  }
}

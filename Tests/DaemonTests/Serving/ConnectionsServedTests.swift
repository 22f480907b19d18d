import Brightness
import BrightnessControl
import BrightnessModel
import BrightnessVarlink
import Guarantees
import Testing

@testable import Daemon

@Suite(.tags(.oneEnd)) struct ConnectionsServedTests {
  @Test func `a client that disconnects before its reply ends its scene`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let client = try daemon.connect()
    _ = client.begin(SessionsInterface.Hold(scene: .exactly(80)))
    for _ in 0..<4 { daemon.takeTurn() }

    client.leave()

    #expect(daemon.level() == 60)
    #expect(daemon.restores == [])
    #expect(daemon.sessionCount == 0)
  }

  @Test func `holders that end together restore the light in one write`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let clients = try [30.0, 100, 80].map { level in
      let client = try daemon.connect()
      _ = client.follow(SessionsInterface.Hold(scene: .exactly(level)))
      return client
    }
    let changes = try daemon.connect().follow(LightsInterface.Watch())
    _ = changes.take()

    for client in clients.reversed() { client.closeSilently() }
    daemon.runUntilIdle()

    #expect(Set(changes.takeSuccessful().map(\.light.level)) == [60])
    #expect(daemon.sessionCount == 1)
  }

  /// A child has the socket, so that the end of the process is the only news.
  @Test(arguments: ["Hold", "OnAppear", "PopFrom"])
  func `calls that a process has left when it ended do not move a light`(last: String) throws {
    let daemon = try TestDaemon(serving: Configuration())
    let changes = try daemon.connect().follow(LightsInterface.Watch())
    _ = changes.takeSuccessful()
    let scene = SocketClient.scene(80)
    let before = [
      "Hold": [], "OnAppear": [("Push", scene)],
      "PopFrom": [
        ("Push", scene), ("OnAppear", #"{"scene":1}"#), ("Push", SocketClient.scene(30)), ("OnAppear", #"{"scene":2}"#),
      ],
    ][last]!
    let left = ["Hold": scene, "OnAppear": #"{"scene":1}"#, "PopFrom": #"{"scene":2}"#][last]!
    let client = try ProcessClient(daemon)
    for (method, parameters) in before { try client.call(method, parameters) }
    let levels = Set(changes.takeSuccessful().map(\.light.level))

    try client.leave(last, left)
    daemon.runUntilIdle()

    #expect(levels == (last == "PopFrom" ? [80, 30] : []))
    #expect(changes.takeSuccessful().map(\.light.level).allSatisfy { $0 == 60 })
    #expect(daemon.level() == 60)
    #expect(daemon.sessionCount == 1)
  }

  @Test func `a client without socket credentials has no session`() throws {
    let daemon = try TestDaemon(serving: Configuration())

    let unidentified = try daemon.connect(as: nil)

    #expect(throws: ControlError.self) { try unidentified.ask(LightsInterface.List()) }
    #expect(daemon.sessionCount == 0)
    #expect(try daemon.connect().ask(LightsInterface.List()).lights.count == 1)
  }

  @Test func `a daemon that stops ends every session, and finishes when the lights are restored`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let held = try daemon.connect().follow(SessionsInterface.Hold(scene: .exactly(80)))

    let answers = daemon.stop()

    #expect(answers.all == [.done])
    #expect(daemon.level() == 60)
    #expect(daemon.restores == [])
    #expect(held.takeSuccessful().map(\.event) == [.holding])
  }

  @Test func `a pop is answered when its own lights are restored, even if another light hangs`() throws {
    let daemon = try TestDaemon([Device.monitor, Device.panel], serving: Configuration())
    let client = try daemon.connect()
    let request = SessionsInterface.SceneRequest(
      claims: [SessionsInterface.Claim(light: "panel", rule: .exactly, percent: 80)]
    )
    let scene = try client.ask(SessionsInterface.Push(scene: request)).scene
    _ = try client.ask(SessionsInterface.OnAppear(scene: scene))
    _ = try daemon.connect().begin(LightsInterface.Set(light: "ddcci5", level: .raw(5)), wantsMore: false)

    let replies = client.begin(SessionsInterface.PopFrom(scene: scene), wantsMore: false)
    for _ in 0..<4 { daemon.takeTurn() }
    while daemon.step(1) {}
    for _ in 0..<4 { daemon.takeTurn() }

    #expect(replies.takeSuccessful().count == 1)
    #expect(daemon.level() == 60)
    #expect(daemon.level(Device.monitor) == 30)
  }
}

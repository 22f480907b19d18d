import ControlAPI
import Glibc
import HardwareTesting
import Model
import Testing
import Varlink

@testable import Daemon

@Suite struct HoldServedTests {
  @Test func `a holder receives the events of its scene`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let film = try daemon.connect().follow(SessionsInterface.Hold(scene: .exactly(30)))
    #expect(film.takeSuccessful().map(\.event) == [.holding])

    let ticket = try daemon.connect()
    let other = ticket.follow(SessionsInterface.Hold(scene: .exactly(100)))
    #expect(film.takeSuccessful().map(\.event) == [.outranked])
    #expect(other.takeSuccessful().map(\.event) == [.holding])

    ticket.leave()
    #expect(film.takeSuccessful().map(\.event) == [.resumed])

    try daemon.move(to: 50)
    #expect(film.takeSuccessful().map(\.event) == [.yielded])
    #expect(daemon.level() == 50)
  }

  @Test func `an event of one light names the light, an event of the whole scene does not`() throws {
    let daemon = try TestDaemon([Device.panel, Device.monitor], serving: Configuration())
    let film = try daemon.connect().follow(SessionsInterface.Hold(scene: .exactly(80)))
    #expect(film.events == ["holding"])

    let ticket = try daemon.connect()
    _ = ticket.follow(SessionsInterface.Hold(scene: .exactly(20, of: "ddcci5")))
    #expect(film.events == ["outranked backlight/ddcci5"])

    try daemon.move(to: 50)
    #expect(film.events == ["yielded backlight/panel"])

    try daemon.move(Device.monitor, to: 70)
    #expect(film.events == ["yielded backlight/ddcci5"])

    ticket.leave()
    #expect(film.events == [])
  }

  @Test func `two lights lost in one turn are reported one by one, and so is their return`() throws {
    let daemon = try TestDaemon([Device.panel, Device.monitor], serving: Configuration())
    let film = try daemon.connect().follow(SessionsInterface.Hold(scene: .exactly(80)))
    let ticket = try daemon.connect()

    _ = ticket.follow(SessionsInterface.Hold(scene: .exactly(20)))
    #expect(film.events == ["holding", "outranked backlight/ddcci5", "outranked backlight/panel"])

    ticket.leave()
    #expect(film.events == ["resumed backlight/ddcci5", "resumed backlight/panel"])
  }

  @Test func `a light plugged in under a higher hold is reported as outranked`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let film = try daemon.connect().follow(SessionsInterface.Hold(scene: .exactly(80)))
    _ = try daemon.connect().follow(SessionsInterface.Hold(scene: .exactly(20, of: "backlight/ddcci5")))
    #expect(film.events == ["holding"])

    try daemon.plug(Device.monitor)
    #expect(film.events == ["outranked backlight/ddcci5"])

    try daemon.unplug(Device.monitor)
    #expect(film.events == [])
  }

  @Test func `a light that a scene no longer claims is not reported`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let film = try daemon.connect().follow(SessionsInterface.Hold(scene: .exactly(80, of: "panel")))
    _ = try daemon.connect().follow(SessionsInterface.Hold(scene: .exactly(20, of: "backlight/panel")))
    #expect(film.events == ["holding", "outranked backlight/panel"])

    daemon.reload("[Light backlight/panel]\nKind=monitor")

    #expect(film.events == [])
  }

  @Test func `a light that yielded and returns under another name is reported by the new name`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let film = try daemon.connect().follow(SessionsInterface.Hold(scene: .exactly(80)))
    try daemon.move(to: 50)
    _ = try daemon.connect().follow(SessionsInterface.Hold(scene: .exactly(20)))
    #expect(film.events == ["holding", "yielded backlight/panel"])

    try daemon.unplug()
    try daemon.plug(.backlight("panel1", level: 20, in: "devices/platform/a"))

    #expect(film.events == ["yielded backlight/panel1"])
  }

  @Test func `a scene cancelled by an external change receives no event of other holds first`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let film = try daemon.connect().follow(SessionsInterface.Hold(scene: .exactly(80, onUserChange: .cancel)))
    _ = try daemon.connect().follow(SessionsInterface.Hold(scene: .exactly(20)))
    #expect(film.events == ["holding", "outranked backlight/panel"])

    try daemon.move(to: 50)

    #expect(film.events == ["cancelled"])
  }

  @Test func `holding is reported when the level is written`() throws {
    let daemon = try TestDaemon(serving: Configuration())

    let replies = try daemon.connect().begin(SessionsInterface.Hold(scene: .exactly(30)))
    for _ in 0..<4 { daemon.takeTurn() }
    #expect(replies.take().isEmpty)
    daemon.runUntilIdle()

    #expect(replies.takeSuccessful().map(\.event) == [.holding])
  }

  @Test func `a scene cancelled by an external change reports it last, and its call ends`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let client = try daemon.connect()
    let replies = client.follow(SessionsInterface.Hold(scene: .exactly(30, onUserChange: .cancel)))

    try daemon.move(to: 50)

    #expect(replies.takeSuccessful().map(\.event) == [.holding, .cancelled])
    #expect(daemon.watcherCount == 0)
    #expect(try client.ask(LightsInterface.Get()).light.state == .free)
  }

  @Test func `a hold that cannot be recorded is refused, and its call ends`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    try daemon.blockState()
    let client = try daemon.connect()

    #expect {
      try client.follow(SessionsInterface.Hold(scene: .exactly(30))).take().first?.get()
    } throws: { error in
      guard case ControlError.sessions(.invalidClaim(field: "claims", _)) = error else { return false }
      return true
    }
    #expect(daemon.level() == 60)
    #expect(daemon.watcherCount == 0)
  }

  @Test func `a scene that changes nothing stays when the base cannot be recorded for another`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    try daemon.blockState()
    let scene = SessionsInterface.SceneRequest(claims: [.init(rule: .atMost, percent: 80)])
    let film = try daemon.connect().follow(SessionsInterface.Hold(scene: scene))

    #expect(throws: ControlError.self) {
      try daemon.connect().follow(SessionsInterface.Hold(scene: .exactly(100))).take().first?.get()
    }

    #expect(film.events == ["holding", "outranked backlight/panel", "resumed backlight/panel"])
    #expect(try daemon.connect().ask(SessionsInterface.List()).sessions.map(\.scenes.count) == [1, 0, 0])
    #expect(daemon.files.takeWritten() == [])
  }

  @Test func `each of several scenes whose base cannot be recorded is refused`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    try daemon.blockState()
    let clients = try [daemon.connect(), daemon.connect()]

    let replies = clients.map { $0.begin(SessionsInterface.Hold(scene: .exactly(100))) }
    daemon.runUntilIdle()

    for reply in replies { #expect(throws: ControlError.self) { try reply.take().first?.get() } }
    #expect(daemon.watcherCount == 0)
    #expect(daemon.files.takeWritten() == [])
  }

  @Test func `a level is not refused because a scene beside it is`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    try daemon.blockState()
    let clients = try [daemon.connect(), daemon.connect()]

    let held = clients[0].begin(SessionsInterface.Hold(scene: .exactly(80, onUserChange: .rebase)))
    let set = clients[1].begin(LightsInterface.Set(level: .raw(50)), wantsMore: false)
    daemon.runUntilIdle()

    #expect(throws: ControlError.self) { try held.take().first?.get() }
    #expect(set.takeSuccessful().map(\.lights[0].raw) == [50])
    #expect(daemon.level() == 50)
  }

  @Test func `Hold without more is refused, and pushes nothing`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let client = try daemon.connect()

    let refusal = try client.refusal(of: "Sessions.Hold", #"{"scene":{"claims":[]}}"#)

    #expect(refusal == .service(.expectedMore))
    #expect(try client.ask(SessionsInterface.List()).sessions.map(\.scenes.count) == [0])
  }

  @Test func `a level set through the daemon is a user's change`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let replies = try daemon.connect().follow(SessionsInterface.Hold(scene: .exactly(30)))

    _ = try daemon.connect().ask(LightsInterface.Set(level: .raw(50)))

    #expect(replies.takeSuccessful().map(\.event) == [.holding, .yielded])
    #expect(daemon.level() == 50)
  }

  @Test func `priority decides between sessions before order`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    _ = try daemon.connect().follow(SessionsInterface.Hold(scene: .exactly(30, priority: .high)))

    let late = try daemon.connect().follow(SessionsInterface.Hold(scene: .exactly(100)))

    #expect(daemon.level() == 30)
    #expect(late.takeSuccessful().map(\.event) == [.holding, .outranked])
  }
}

extension Replies<SessionsInterface.Hold.Reply> {
  /// The events since the last call, as "yielded backlight/panel".
  var events: [String] {
    takeSuccessful().map { reply in [reply.event.rawValue, reply.light].compactMap(\.self).joined(separator: " ") }
  }
}

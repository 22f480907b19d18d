import BrightnessControl
import BrightnessModel
import BrightnessVarlink
import HardwareTesting
import Testing

@testable import Daemon

@Suite struct HoldServedTests {
  @Test func `a holder receives the events of its scene, each with the light that it is about`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let film = try daemon.connect().follow(SessionsInterface.Hold(scene: .exactly(30)))
    #expect(film.events == ["holding"])

    let ticket = try daemon.connect()
    let other = ticket.follow(SessionsInterface.Hold(scene: .exactly(100)))
    #expect(film.events == ["outranked backlight/panel"])
    #expect(other.events == ["holding"])

    ticket.leave()
    #expect(film.events == ["resumed backlight/panel"])

    try daemon.move(to: 50)
    #expect(film.events == ["yielded backlight/panel"])
    #expect(daemon.level() == 50)
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

  @Test func `Hold without more is refused, and pushes nothing`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let client = try daemon.connect()

    let refusal = try client.refusal(of: "Sessions.Hold", #"{"scene":{"claims":[]}}"#)

    #expect(refusal == .service(.expectedMore))
    #expect(try client.ask(SessionsInterface.List()).sessions.map(\.scenes.count) == [0])
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

import ControlAPI
import Glibc
import HardwareTesting
import Testing
import Varlink

@testable import Daemon

@Suite struct HoldServedTests {
  @Test func `whoever holds is told what becomes of the scene`() throws {
    let desk = try Desk(serving: Configuration())
    let film = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(30)))
    #expect(film.takeGood().map(\.event) == [.holding])

    let ticket = try desk.connect()
    let other = ticket.follow(SessionsInterface.Hold(scene: .exactly(100)))
    #expect(film.takeGood().map(\.event) == [.outranked])
    #expect(other.takeGood().map(\.event) == [.holding])

    ticket.leave()
    #expect(film.takeGood().map(\.event) == [.resumed])

    try desk.move(to: 50)
    #expect(film.takeGood().map(\.event) == [.yielded])
    #expect(desk.level() == 50)
  }

  @Test func `what happens on one of its lights is told with the light, and of the whole scene without`() throws {
    let desk = try Desk([Device.panel, Device.monitor], serving: Configuration())
    let film = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(80)))
    #expect(film.told == ["holding"])

    let ticket = try desk.connect()
    _ = ticket.follow(SessionsInterface.Hold(scene: .exactly(20, of: "ddcci5")))
    #expect(film.told == ["outranked backlight/ddcci5"])

    try desk.move(to: 50)
    #expect(film.told == ["yielded backlight/panel"])

    try desk.move(Device.monitor, to: 70)
    #expect(film.told == ["yielded backlight/ddcci5"])

    ticket.leave()
    #expect(film.told == [])
  }

  @Test func `two lights that are lost in one turn are told one by one, and so is that they are back`() throws {
    let desk = try Desk([Device.panel, Device.monitor], serving: Configuration())
    let film = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(80)))
    let ticket = try desk.connect()

    _ = ticket.follow(SessionsInterface.Hold(scene: .exactly(20)))
    #expect(film.told == ["holding", "outranked backlight/ddcci5", "outranked backlight/panel"])

    ticket.leave()
    #expect(film.told == ["resumed backlight/ddcci5", "resumed backlight/panel"])
  }

  @Test func `a light that others hold when it is plugged in is told as outranked`() throws {
    let desk = try Desk(serving: Configuration())
    let film = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(80)))
    _ = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(20, of: "backlight/ddcci5")))
    #expect(film.told == ["holding"])

    try desk.plug(Device.monitor)
    #expect(film.told == ["outranked backlight/ddcci5"])

    try desk.unplug(Device.monitor)
    #expect(film.told == [])
  }

  @Test func `a light that a scene does not claim any more is not told`() throws {
    let desk = try Desk(serving: Configuration())
    let film = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(80, of: "panel")))
    _ = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(20, of: "backlight/panel")))
    #expect(film.told == ["holding", "outranked backlight/panel"])

    desk.reload("[Light backlight/panel]\nKind=monitor")

    #expect(film.told == [])
  }

  @Test func `a light that was taken over and comes back under another name is told by that`() throws {
    let desk = try Desk(serving: Configuration())
    let film = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(80)))
    try desk.move(to: 50)
    _ = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(20)))
    #expect(film.told == ["holding", "yielded backlight/panel"])

    try desk.unplug()
    try desk.plug(.backlight("panel1", level: 20, in: "devices/platform/a"))

    #expect(film.told == ["yielded backlight/panel1"])
  }

  @Test func `a scene that the person's change cancels is not told before that others let go of its light`() throws {
    let desk = try Desk(serving: Configuration())
    let film = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(80, onChange: .cancel)))
    _ = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(20)))
    #expect(film.told == ["holding", "outranked backlight/panel"])

    try desk.move(to: 50)

    #expect(film.told == ["cancelled"])
  }

  @Test func `that it holds is told when it is written`() throws {
    let desk = try Desk(serving: Configuration())

    let replies = try desk.connect().begin(SessionsInterface.Hold(scene: .exactly(30)))
    for _ in 0..<4 { desk.takeTurn() }
    #expect(replies.take().isEmpty)
    desk.goOn()

    #expect(replies.takeGood().map(\.event) == [.holding])
  }

  @Test func `a scene that the person's change cancels says so at last, and nobody is told any more`() throws {
    let desk = try Desk(serving: Configuration())
    let visitor = try desk.connect()
    let replies = visitor.follow(SessionsInterface.Hold(scene: .exactly(30, onChange: .cancel)))

    try desk.move(to: 50)

    #expect(replies.takeGood().map(\.event) == [.holding, .cancelled])
    #expect(desk.watcherCount == 0)
    #expect(try visitor.ask(LightsInterface.Get()).light.standing == .free)
  }

  @Test func `a hold that cannot be recorded is refused, and nobody is told any more`() throws {
    let desk = try Desk(serving: Configuration())
    try desk.blockState()
    let visitor = try desk.connect()

    #expect {
      try visitor.follow(SessionsInterface.Hold(scene: .exactly(30))).take().first?.get()
    } throws: { error in
      guard case ControlError.sessions(.invalidClaim(field: "claims", _)) = error else { return false }
      return true
    }
    #expect(desk.level() == 60)
    #expect(desk.watcherCount == 0)
  }

  @Test func `a scene that moves nothing stays when the base cannot be recorded for another`() throws {
    let desk = try Desk(serving: Configuration())
    try desk.blockState()
    let scene = SessionsInterface.SceneRequest(claims: [.init(rule: .atMost, percent: 80)])
    let film = try desk.connect().follow(SessionsInterface.Hold(scene: scene))

    #expect(throws: ControlError.self) {
      try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(100))).take().first?.get()
    }

    #expect(film.told == ["holding", "outranked backlight/panel", "resumed backlight/panel"])
    #expect(try desk.connect().ask(SessionsInterface.List()).sessions.map(\.scenes.count) == [1, 0, 0])
    #expect(desk.files.takeWritten() == [])
  }

  @Test func `of several scenes whose base cannot be recorded each is refused`() throws {
    let desk = try Desk(serving: Configuration())
    try desk.blockState()
    let visitors = try [desk.connect(), desk.connect()]

    let replies = visitors.map { $0.begin(SessionsInterface.Hold(scene: .exactly(100))) }
    desk.goOn()

    for reply in replies { #expect(throws: ControlError.self) { try reply.take().first?.get() } }
    #expect(desk.watcherCount == 0)
    #expect(desk.files.takeWritten() == [])
  }

  @Test func `a level is not refused because a scene beside it is`() throws {
    let desk = try Desk(serving: Configuration())
    try desk.blockState()
    let visitors = try [desk.connect(), desk.connect()]

    let held = visitors[0].begin(SessionsInterface.Hold(scene: .exactly(80, onChange: .rebase)))
    let set = visitors[1].begin(LightsInterface.Set(level: .raw(50)), wantsMore: false)
    desk.goOn()

    #expect(throws: ControlError.self) { try held.take().first?.get() }
    #expect(set.takeGood().map(\.lights[0].raw) == [50])
    #expect(desk.level() == 50)
  }

  @Test func `a hold that did not ask for more is told so, and nothing is pushed`() throws {
    let desk = try Desk(serving: Configuration())
    let visitor = try desk.connect()

    let refusal = try visitor.refusal(of: "Sessions.Hold", #"{"scene":{"claims":[]}}"#)

    #expect(refusal == .service(.expectedMore))
    #expect(try visitor.ask(SessionsInterface.List()).sessions.map(\.scenes.count) == [0])
  }

  @Test func `a person's level by us counts as one from outside`() throws {
    let desk = try Desk(serving: Configuration())
    let replies = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(30)))

    _ = try desk.connect().ask(LightsInterface.Set(level: .raw(50)))

    #expect(replies.takeGood().map(\.event) == [.holding, .yielded])
    #expect(desk.level() == 50)
  }

  @Test func `priorities decide between sessions, whoever came first`() throws {
    let desk = try Desk(serving: Configuration())
    _ = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(30, priority: .high)))

    let late = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(100)))

    #expect(desk.level() == 30)
    #expect(late.takeGood().map(\.event) == [.holding, .outranked])
  }
}

extension Replies<SessionsInterface.Hold.Reply> {
  /// What came since the last time, as "yielded backlight/panel".
  var told: [String] {
    takeGood().map { reply in [reply.event.rawValue, reply.light].compactMap(\.self).joined(separator: " ") }
  }
}

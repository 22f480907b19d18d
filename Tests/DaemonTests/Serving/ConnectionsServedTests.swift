import ControlAPI
import Glibc
import HardwareTesting
import Testing
import Varlink

@testable import Daemon

@Suite struct ConnectionsServedTests {
  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func `in whatever order clients leave, the panel shows what is left, and then its base`(order: [Int]) throws {
    let desk = try Desk(serving: Configuration())
    let levels = [30, 80, 100]
    let visitors = try levels.map { _ in try desk.connect() }
    for (visitor, level) in zip(visitors, levels) {
      _ = visitor.follow(SessionsInterface.Hold(scene: .exactly(Double(level))))
    }

    var left = Set(order)
    for index in order {
      visitors[index].leave()
      left.remove(index)
      #expect(desk.level() == left.max().map { levels[$0] } ?? 60)
    }

    #expect(desk.debts == [])
    #expect(desk.watcherCount == 0)
  }

  @Test func `a client that leaves before it is answered ends its scene`() throws {
    let desk = try Desk(serving: Configuration())
    let visitor = try desk.connect()
    _ = visitor.begin(SessionsInterface.Hold(scene: .exactly(80)))
    for _ in 0..<4 { desk.takeTurn() }

    visitor.leave()

    #expect(desk.level() == 60)
    #expect(desk.debts == [])
    #expect(desk.sessionCount == 0)
  }

  @Test func `the light goes back at once when all who held it end together`() throws {
    let desk = try Desk(serving: Configuration())
    let visitors = try [30.0, 100, 80].map { level in
      let visitor = try desk.connect()
      _ = visitor.follow(SessionsInterface.Hold(scene: .exactly(level)))
      return visitor
    }
    let changes = try desk.connect().follow(LightsInterface.Watch())
    _ = changes.take()

    for visitor in visitors.reversed() { visitor.vanish() }
    desk.goOn()

    #expect(Set(changes.takeGood().map(\.light.level)) == [60])
    #expect(desk.sessionCount == 1)
  }

  @Test func `a client of whom the kernel says nothing has no session`() throws {
    let desk = try Desk(serving: Configuration())

    let stranger = try desk.connect(as: nil)

    #expect(throws: ControlError.self) { try stranger.ask(LightsInterface.List()) }
    #expect(desk.sessionCount == 0)
    #expect(try desk.connect().ask(LightsInterface.List()).lights.count == 1)
  }

  @Test func `a daemon that stops ends every session, and answers when the lights are back`() throws {
    let desk = try Desk(serving: Configuration())
    let held = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(80)))

    let answers = desk.stop()

    #expect(answers.all == [.done])
    #expect(desk.level() == 60)
    #expect(desk.debts == [])
    #expect(held.takeGood().map(\.event) == [.holding])
  }

  @Test func `a daemon that is killed owes what its clients held, and the next one pays`() throws {
    let desk = try Desk(serving: Configuration())
    _ = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(80)))

    desk.kill()
    #expect(desk.level() == 80)
    try desk.start()

    #expect(desk.level() == 60)
    #expect(try desk.connect().ask(SessionsInterface.List()).sessions.count == 1)
  }

  @Test func `a scene that is popped is answered when its own lights are back, whatever hangs elsewhere`() throws {
    let desk = try Desk([Device.monitor, Device.panel], serving: Configuration())
    let visitor = try desk.connect()
    let request = SessionsInterface.SceneRequest(
      claims: [SessionsInterface.Claim(light: "panel", rule: .exactly, percent: 80)]
    )
    let scene = try visitor.ask(SessionsInterface.Push(scene: request)).scene
    _ = try visitor.ask(SessionsInterface.OnAppear(scene: scene))
    _ = try desk.connect().begin(LightsInterface.Set(light: "ddcci5", level: .raw(5)), wantsMore: false)

    let replies = visitor.begin(SessionsInterface.PopFrom(scene: scene), wantsMore: false)
    for _ in 0..<4 { desk.takeTurn() }
    while desk.step(1) {}
    for _ in 0..<4 { desk.takeTurn() }

    #expect(replies.takeGood().count == 1)
    #expect(desk.level() == 60)
    #expect(desk.level(Device.monitor) == 30)
  }

  @Test func `a light that hangs delays nobody who asks for another`() throws {
    let desk = try Desk([Device.monitor, Device.panel], serving: Configuration())
    let slow = try desk.connect().begin(
      LightsInterface.Set(light: "backlight/ddcci5", level: .raw(5)),
      wantsMore: false
    )
    let quick = try desk.connect().begin(
      LightsInterface.Set(light: "backlight/panel", level: .raw(5)),
      wantsMore: false
    )
    for _ in 0..<4 { desk.takeTurn() }

    while desk.step(1) {}
    for _ in 0..<4 { desk.takeTurn() }

    #expect(quick.takeGood().map(\.lights[0].raw) == [5])
    #expect(slow.take().isEmpty)
    desk.goOn()
    #expect(slow.takeGood().count == 1)
  }
}

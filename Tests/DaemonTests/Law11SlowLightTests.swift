import Brightness
import Daemon
import Hardware
import HardwareTesting
import Testing

@Suite struct Law11SlowLightTests {
  @Test func `a light that hangs delays only itself, and is reported as such`() throws {
    let desk = try Desk([Device.monitor, Device.panel])
    let monitorAnswers = desk.beginHold(1, .exactly(.all), of: .light(Device.monitor.id))
    let panelAnswers = desk.beginHold(2, .exactly(.all), of: .light(Device.panel.id))

    desk.step(1)
    #expect(panelAnswers.all == [.done])
    #expect(monitorAnswers.all == [])
    desk.time.pass(.seconds(1))
    desk.takeTurn()

    #expect(desk.trouble(of: Device.monitor) == .hangs)
    #expect(monitorAnswers.all == [.owed([Device.monitor.id: .hangs])])
    desk.goOn()
    #expect(desk.trouble(of: Device.monitor) == nil)
    #expect(desk.level(Device.monitor) == 100)
  }

  @Test func `of what is wanted during a write only the newest is written, and covers all the calls`() throws {
    let desk = try Desk()
    let first = desk.beginHold(1, .exactly(.all))
    desk.takeTurn()
    let others = (2...9).map { desk.beginHold($0, .exactly(percent(Double($0)))) }
    #expect(first.all == [])

    desk.goOn()

    #expect(desk.files.takeWritten() == ["panel 100", "panel 9"])
    #expect(([first] + others).map(\.all) == Array(repeating: [.done], count: 9))
  }

  @Test func `a hold that is over before its hanging write has ended goes back to the base`() throws {
    let desk = try Desk()
    desk.beginHold(1, .exactly(.all))
    desk.takeTurn()
    desk.keeper.assumeIsolated { $0.release(owner(1)) }

    desk.goOn()

    #expect(desk.level() == 60)
    #expect(desk.debts == [])
  }

  @Test func `a call is answered once, when the write that covers it is done`() throws {
    let desk = try Desk()

    let answers = desk.beginHold(1, .exactly(.all))
    desk.takeTurn()
    #expect(answers.all == [])
    desk.goOn()
    desk.pass(.seconds(60))

    #expect(answers.all == [.done])
  }

  @Test func `a light that vanishes while a call waits for it leaves nobody waiting`() throws {
    let desk = try Desk()
    let answers = desk.beginHold(1, .exactly(.all))

    try desk.unplug()

    #expect(answers.all == [.owed([Device.panel.id: .away])])
  }

  @Test func `a hold fades to its level in the light's own steps, and its end is no fade`() throws {
    let desk = try Desk()

    let answers = desk.hold(1, .exactly(.all), fade: .milliseconds(200))
    for _ in 1...10 { desk.pass(.seconds(1) / 30) }
    #expect(desk.files.takeWritten() == [67, 73, 80, 87, 93, 100].map { "panel \($0)" })
    #expect(answers.all == [.done])
    desk.release(1)

    #expect(desk.files.takeWritten() == ["panel 60"])
  }

  @Test func `an end during a fade is a return at once`() throws {
    let desk = try Desk()
    desk.hold(1, .exactly(.all), fade: .seconds(10))
    desk.pass(.milliseconds(100))

    desk.release(1)
    #expect(desk.level() == 60)
    desk.pass(.seconds(20))

    #expect(desk.level() == 60)
    #expect(desk.debts == [])
  }

  @Test func `a light whose first read hangs keeps nobody from the others`() throws {
    let desk = try Desk([Device.panel])
    try desk.plugSilently(Device.monitor)
    desk.takeTurn()

    desk.beginHold(1, .exactly(.all), of: .light(Device.panel.id))
    desk.step(0)

    #expect(desk.level() == 100)
    #expect(desk.lights[Device.monitor.id] == nil)
  }

  @Test func `a light whose first read hangs keeps a start waiting for a second at most`() throws {
    let desk = try Desk([Device.panel])
    try desk.plugSilently(Device.monitor)
    desk.takeTurn()
    let answers = Answers()
    desk.keeper.assumeIsolated { $0.settle { answers.note($0) } }

    desk.time.pass(.milliseconds(999))
    desk.takeTurn()
    #expect(answers.all == [])

    desk.time.pass(.milliseconds(1))
    desk.takeTurn()
    #expect(answers.all == [.owed([Device.monitor.id: .hangs])])
  }

  @Test func `what is asked for in one go is written once`() throws {
    let desk = try Desk()
    desk.hold(1, .exactly(.all))
    _ = desk.files.takeWritten()

    desk.keeper.assumeIsolated { keeper in
      keeper.inOneGo {
        keeper.release(owner(1))
        keeper.claim(ClaimedScene(owner(2), [Claim(.exactly(percent(80)))])) { _ in }
      }
    }
    desk.goOn()

    #expect(desk.files.takeWritten() == ["panel 80"])
  }
}

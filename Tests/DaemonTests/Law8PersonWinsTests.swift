import Brightness
import Daemon
import Hardware
import HardwareTesting
import Testing

@Suite struct Law8PersonWinsTests {
  @Test(arguments: [ChangeSource.sysfs, .hotkey, .unknown])
  func `a change from outside becomes the base, and the claim yields until its scene appears again`(
    source: ChangeSource
  ) throws {
    let desk = try Desk()
    desk.hold(1, .exactly(.all))
    _ = desk.takeNews()

    try desk.move(to: 40, by: source)
    #expect(desk.level() == 40)
    #expect(desk.takeNews().contains(.yielded(owner(1), on: Device.panel.id)))
    #expect(desk.debts == [])
    desk.release(1)
    #expect(desk.level() == 40)

    desk.hold(1, .exactly(.all))
    #expect(desk.level() == 100)
    desk.release(1)
    #expect(desk.level() == 40)
  }

  @Test func `what systemd writes to a light that came during a hold is its base, and the claim stays`() throws {
    let desk = try Desk([])
    desk.hold(1, .exactly(.all))
    try desk.tree.add(Device.panel)
    try desk.send("add", Device.panel, ["SYSTEMD_WANTS=systemd-backlight@backlight:panel.service"])
    desk.goOn()
    let level = desk.level()

    try desk.move(to: 30)

    #expect((level, desk.level()) == (100, 100))
    #expect(desk.debts.map(\.raw) == [30])
    desk.release(1)
    #expect(desk.level() == 30)
  }

  @Test func `with rebase the base moves and the claim stays`() throws {
    let desk = try Desk()
    desk.hold(1, .atLeast(percent(80)), of: .picture, .rebase)

    try desk.move(to: 40)
    #expect(desk.level() == 80)
    #expect(desk.debts.map(\.raw) == [40])
    desk.release(1)

    #expect(desk.level() == 40)
  }

  @Test func `with cancel the scene ends`() throws {
    let desk = try Desk([Device.panel, Device.monitor])
    desk.hold(1, .exactly(.all), of: .picture, .cancel)
    _ = desk.takeNews()

    try desk.move(to: 40)

    #expect(desk.takeNews().contains(.cancelled(owner(1))))
    #expect(desk.level() == 40)
    #expect(desk.level(Device.monitor) == 30)
    #expect(desk.debts == [])
  }

  @Test func `a key that leads to the held value is a choice`() throws {
    let desk = try Desk()
    desk.hold(1, .exactly(.all))

    try desk.move(to: 100, by: .hotkey)
    desk.release(1)

    #expect(desk.level() == 100)
    #expect(desk.lights[Device.panel.id]?.base.setting.raw == 100)
  }

  @Test func `the held value chosen by us is a choice`() throws {
    let desk = try Desk()
    desk.hold(1, .exactly(.all))

    let answers = try desk.set(.raw(100))
    desk.release(1)

    #expect(answers.all == [.done])
    #expect(desk.level() == 100)
    #expect(desk.debts == [])
  }

  @Test func `echoes of our own writes are nobody's change, however many and however late`() throws {
    let desk = try Desk()
    desk.hold(1, .exactly(.all))
    desk.hold(2, .exactly(percent(20)))

    for _ in 1...3 {
      try desk.send("change", Device.panel, ["SOURCE=sysfs"])
      desk.goOn()
    }
    desk.release(2)
    #expect(desk.level() == 100)
    desk.release(1)

    #expect(desk.level() == 60)
  }

  @Test func `the hardware's rounding of our write is nobody's change`() throws {
    let desk = try Desk()
    desk.files.fail("panel", .rounded(7))
    desk.hold(1, .exactly(percent(50)))
    #expect(desk.level() == 49)

    try desk.send("change", Device.panel, ["SOURCE=sysfs"])
    desk.goOn()
    desk.files.fail("panel", nil)
    desk.release(1)

    #expect(desk.level() == 60)
  }

  @Test func `the hardware's rounding of a return is not the base of the next hold`() throws {
    let desk = try Desk()
    desk.files.fail("panel", .rounded(7))
    desk.hold(1, .exactly(.all))
    desk.release(1)
    #expect(desk.level() == 56)

    desk.hold(2, .exactly(.all))
    desk.files.fail("panel", nil)
    desk.release(2)

    #expect(desk.level() == 60)
  }

  @Test func `a level that a failed write left in the file is nobody's change`() throws {
    let desk = try Desk()
    desk.files.fail("panel", .codeAfterTaking(5))
    desk.hold(1, .exactly(.all))
    #expect(desk.level() == 100)

    try desk.send("change", Device.panel, ["SOURCE=sysfs"])
    desk.goOn()
    desk.files.fail("panel", nil)
    desk.release(1)
    desk.pass(.seconds(5))

    #expect(desk.level() == 60)
    #expect(desk.lights[Device.panel.id]?.base.setting.raw == 60)
  }

  @Test func `a change during a fade ends the fade and is the base`() throws {
    let desk = try Desk()
    desk.hold(1, .exactly(.all), fade: .seconds(1))
    desk.pass(.milliseconds(300))
    #expect((61..<100).contains(desk.level() ?? 0))

    try desk.move(to: 25, by: .hotkey)
    desk.pass(.seconds(2))

    #expect(desk.level() == 25)
    #expect(desk.lights[Device.panel.id]?.base.setting.raw == 25)
  }

  @Test func `a change between two holds is the base of the second`() throws {
    let desk = try Desk()
    desk.hold(1, .exactly(.all))
    desk.release(1)
    try desk.move(to: 35)

    desk.hold(2, .exactly(.all))
    desk.release(2)

    #expect(desk.level() == 35)
  }

  @Test func `a base of nothing by the person's own hand is kept as long as nobody has to write it`() throws {
    let desk = try Desk()

    try desk.move(to: 0, by: .hotkey)

    #expect(desk.level() == 0)
    #expect(desk.files.takeWritten() == [])
  }

  @Test func `a change while the return is under way is followed by another write`() throws {
    let desk = try Desk()
    desk.hold(1, .exactly(.all))
    desk.keeper.assumeIsolated { $0.release(owner(1)) }
    try desk.moveInSilence(to: 45)
    try desk.send("change", Device.panel, ["SOURCE=hotkey"])
    desk.takeTurn()

    desk.goOn()

    #expect(desk.level() == desk.lights[Device.panel.id]?.base.setting.raw)
    #expect(desk.debts == [])
  }
}

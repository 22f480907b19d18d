import Brightness
import Daemon
import Guarantees
import Hardware
import HardwareTesting
import Model
import Testing

@Suite(.tags(.userWins)) struct UserChangeTests {
  @Test(arguments: [ChangeSource.sysfs, .hotkey, .unknown])
  func `an external change becomes the base, and the claim yields until its scene appears again`(
    source: ChangeSource
  ) throws {
    let daemon = try TestDaemon()
    daemon.hold(1, .exactly(.all))

    try daemon.move(to: 40, by: source)
    #expect(daemon.level() == 40)
    #expect(daemon.yielded(1) == [Device.panel.id])
    #expect(daemon.restores == [])
    daemon.release(1)
    #expect(daemon.level() == 40)

    daemon.hold(1, .exactly(.all))
    #expect(daemon.level() == 100)
    daemon.release(1)
    #expect(daemon.level() == 40)
  }

  @Test func `a level that systemd restores to a light plugged in during a hold is its base, and the claim stays`()
    throws
  {
    let daemon = try TestDaemon([])
    daemon.hold(1, .exactly(.all))
    try daemon.tree.add(Device.panel)
    try daemon.send("add", Device.panel, ["SYSTEMD_WANTS=systemd-backlight@backlight:panel.service"])
    daemon.runUntilIdle()
    let level = daemon.level()

    try daemon.move(to: 30)

    #expect((level, daemon.level()) == (100, 100))
    #expect(daemon.restores.map(\.raw) == [30])
    daemon.release(1)
    #expect(daemon.level() == 30)
  }

  @Test func `with rebase the base moves and the claim stays`() throws {
    let daemon = try TestDaemon()
    daemon.hold(1, .atLeast(percent(80)), of: .picture, .rebase)

    try daemon.move(to: 40)
    #expect(daemon.level() == 80)
    #expect(daemon.restores.map(\.raw) == [40])
    daemon.release(1)

    #expect(daemon.level() == 40)
  }

  @Test func `with cancel the scene ends`() throws {
    let daemon = try TestDaemon([Device.panel, Device.monitor])
    daemon.hold(1, .exactly(.all), of: .picture, .cancel)

    try daemon.move(to: 40)

    #expect(!daemon.isHolding(1))
    #expect(daemon.level() == 40)
    #expect(daemon.level(Device.monitor) == 30)
    #expect(daemon.restores == [])
  }

  @Test func `a brightness key that reaches the held value is a user's change`() throws {
    let daemon = try TestDaemon()
    daemon.hold(1, .exactly(.all))

    try daemon.move(to: 100, by: .hotkey)
    daemon.release(1)

    #expect(daemon.level() == 100)
    #expect(daemon.lights[Device.panel.id]?.base.setting.raw == 100)
  }

  @Test func `setting the held value through the daemon is a user's change`() throws {
    let daemon = try TestDaemon()
    daemon.hold(1, .exactly(.all))

    let answers = daemon.set(.raw(100))
    daemon.release(1)

    #expect(answers.all.count == 1)
    #expect(daemon.level() == 100)
    #expect(daemon.restores == [])
  }

  @Test func `echoes of our own writes are not external changes, however many and however late`() throws {
    let daemon = try TestDaemon()
    daemon.hold(1, .exactly(.all))
    daemon.hold(2, .exactly(percent(20)))

    for _ in 1...3 {
      try daemon.send("change", Device.panel, ["SOURCE=sysfs"])
      daemon.runUntilIdle()
    }
    daemon.release(2)
    #expect(daemon.level() == 100)
    daemon.release(1)

    #expect(daemon.level() == 60)
  }

  @Test func `the hardware's rounding of our write is not an external change`() throws {
    let daemon = try TestDaemon()
    daemon.files.fail("panel", .rounded(7))
    daemon.hold(1, .exactly(percent(50)))
    #expect(daemon.level() == 49)

    try daemon.send("change", Device.panel, ["SOURCE=sysfs"])
    daemon.runUntilIdle()
    daemon.files.fail("panel", nil)
    daemon.release(1)

    #expect(daemon.level() == 60)
  }

  @Test func `the hardware's rounding of a restore is not the base of the next hold`() throws {
    let daemon = try TestDaemon()
    daemon.files.fail("panel", .rounded(7))
    daemon.hold(1, .exactly(.all))
    daemon.release(1)
    #expect(daemon.level() == 56)

    daemon.hold(2, .exactly(.all))
    daemon.files.fail("panel", nil)
    daemon.release(2)

    #expect(daemon.level() == 60)
  }

  @Test func `a level that a failed write left in the file is not an external change`() throws {
    let daemon = try TestDaemon()
    daemon.files.fail("panel", .codeAfterTaking(5))
    daemon.hold(1, .exactly(.all))
    #expect(daemon.level() == 100)

    try daemon.send("change", Device.panel, ["SOURCE=sysfs"])
    daemon.runUntilIdle()
    daemon.files.fail("panel", nil)
    daemon.release(1)
    daemon.pass(.seconds(5))

    #expect(daemon.level() == 60)
    #expect(daemon.lights[Device.panel.id]?.base.setting.raw == 60)
  }

  @Test func `a change during a fade ends the fade and is the base`() throws {
    let daemon = try TestDaemon()
    daemon.hold(1, .exactly(.all), fade: .seconds(1))
    daemon.pass(.milliseconds(300))
    #expect((61..<100).contains(daemon.level() ?? 0))

    try daemon.move(to: 25, by: .hotkey)
    daemon.pass(.seconds(2))

    #expect(daemon.level() == 25)
    #expect(daemon.lights[Device.panel.id]?.base.setting.raw == 25)
  }

  @Test func `a change between two holds is the base of the second`() throws {
    let daemon = try TestDaemon()
    daemon.hold(1, .exactly(.all))
    daemon.release(1)
    try daemon.move(to: 35)

    daemon.hold(2, .exactly(.all))
    daemon.release(2)

    #expect(daemon.level() == 35)
  }

  @Test func `a base of 0 that the user set stays until the daemon has to write it`() throws {
    let daemon = try TestDaemon()

    try daemon.move(to: 0, by: .hotkey)

    #expect(daemon.level() == 0)
    #expect(daemon.files.takeWritten() == [])
  }

  @Test func `an external change during a restore causes another write`() throws {
    let daemon = try TestDaemon()
    daemon.hold(1, .exactly(.all))
    daemon.release(silently: 1)
    try daemon.moveSilently(to: 45)
    try daemon.send("change", Device.panel, ["SOURCE=hotkey"])
    daemon.takeTurn()

    daemon.runUntilIdle()

    #expect(daemon.level() == daemon.lights[Device.panel.id]?.base.setting.raw)
    #expect(daemon.restores == [])
  }
}

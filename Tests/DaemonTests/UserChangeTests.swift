import Brightness
import BrightnessModel
import Daemon
import Guarantees
import Hardware
import HardwareTesting
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

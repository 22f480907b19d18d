import Brightness
import BrightnessModel
import Daemon
import Glibc
import Guarantees
import Hardware
import HardwareTesting
import Testing

@Suite(.tags(.restoreIsRetried)) struct PendingRestoreTests {
  @Test func `a restore that fails is retried with back-off until it succeeds`() throws {
    let daemon = try TestDaemon()
    daemon.hold(1, .exactly(.all))
    daemon.files.fail("panel", .code(EIO))
    daemon.release(1)
    _ = daemon.files.takeWritten()
    #expect(daemon.lights[Device.panel.id]?.state == .restoring)
    #expect(daemon.restores.map(\.raw) == [60])

    for wait in [250, 500, 1000, 2000, 4000, 5000, 5000] {
      daemon.pass(.milliseconds(wait - 1))
      #expect(daemon.files.takeWritten() == [])
      daemon.pass(.milliseconds(1))
      #expect(daemon.files.takeWritten() == ["panel 60"])
    }
    daemon.files.fail("panel", nil)
    daemon.pass(.seconds(5))

    #expect(daemon.level() == 60)
    #expect(daemon.restores == [])
    #expect(daemon.lights[Device.panel.id]?.state == .free)
  }

  @Test(arguments: [FaultyFiles.Fault.code(EIO), .codeAfterTaking(EIO), .ignored, .code(EBUSY), .code(EINVAL)])
  func `a restore that was not written stays on record, also through the daemon's death`(
    fault: FaultyFiles.Fault
  ) throws {
    let daemon = try TestDaemon()
    daemon.hold(1, .exactly(.all))
    daemon.files.fail("panel", fault)
    daemon.release(1)
    #expect(daemon.restores.map(\.raw) == [60])

    daemon.kill()
    daemon.files.fail("panel", nil)
    _ = daemon.files.takeWritten()
    try daemon.start()

    #expect(daemon.files.takeWritten() == ["panel 60"])
    #expect(daemon.restores == [])
  }

  @Test func `a light unplugged during a hold is restored when it is plugged in`() throws {
    let daemon = try TestDaemon()
    daemon.hold(1, .exactly(.all))
    try daemon.unplug()
    daemon.release(1)
    #expect(daemon.restores.map(\.raw) == [60])

    try daemon.plug(Device.panel.with(["brightness": 100]))

    #expect(daemon.level() == 60)
    #expect(daemon.restores == [])
  }

  @Test func `a light that returns under another name is restored`() throws {
    let daemon = try TestDaemon()
    let renamed = FakeDevice.backlight("panel1", level: 100, in: "devices/platform/a")
    daemon.hold(1, .exactly(.all))
    try daemon.unplug()
    daemon.release(1)

    try daemon.plug(renamed)

    #expect(daemon.level(renamed) == 60)
    #expect(daemon.restores == [])
    #expect(daemon.lights.ids == [renamed.id])
  }

  @Test func `a light that returns under another name after the daemon's death is restored`() throws {
    let daemon = try TestDaemon()
    let renamed = FakeDevice.backlight("panel1", level: 100, in: "devices/platform/a")
    daemon.hold(1, .exactly(.all))
    daemon.kill()
    daemon.replace(Device.panel, by: renamed)

    try daemon.start()

    #expect(daemon.level(renamed) == 60)
    #expect(daemon.restores == [])
  }

  @Test func `a maximum that changed under a hold is found by the write that it refuses`() throws {
    let daemon = try TestDaemon()
    daemon.hold(1, .exactly(percent(10)))
    try daemon.put(255, at: "max_brightness")
    daemon.files.fail("panel", .code(EINVAL))

    daemon.beginHold(2, .exactly(.all))
    daemon.step(0)
    daemon.files.fail("panel", nil)
    daemon.runUntilIdle()

    #expect(daemon.level() == 255)
    daemon.release(2)
    daemon.release(1)
    #expect(daemon.level() == 153)
  }

  @Test func `a restore of an unplugged light stays on record through many starts`() throws {
    let daemon = try TestDaemon()
    daemon.hold(1, .exactly(.all))
    try daemon.unplug()

    for _ in 1...3 {
      daemon.kill()
      try daemon.start()
    }

    #expect(daemon.restores.map(\.raw) == [60])
    try daemon.plug(Device.panel.with(["brightness": 100]))
    #expect(daemon.level() == 60)
  }

  @Test func `a pending restore delays no call, and is visible until it is done`() throws {
    let daemon = try TestDaemon()
    daemon.hold(1, .exactly(.all))
    daemon.files.fail("panel", .code(EIO))
    daemon.release(1)

    let answers = daemon.waitUntilWritten()

    #expect(answers.all == [.done])
    #expect(daemon.fault()?.kind == .refused)
    daemon.files.fail("panel", nil)
    daemon.pass(.milliseconds(250))
    #expect(daemon.fault() == nil)
    #expect(daemon.waitUntilWritten().all == [.done])
  }
}

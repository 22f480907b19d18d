import Brightness
import Daemon
import Glibc
import Hardware
import HardwareTesting
import Testing

@Suite struct Law5DebtTests {
  @Test func `a return that fails is tried again with back-off until it is paid`() throws {
    let desk = try Desk()
    desk.hold(1, .exactly(.all))
    desk.files.fail("panel", .code(EIO))
    desk.release(1)
    _ = desk.files.takeWritten()
    #expect(desk.lights[Device.panel.id]?.standing == .owing)
    #expect(desk.debts.map(\.raw) == [60])

    for wait in [250, 500, 1000, 2000, 4000, 5000, 5000] {
      desk.pass(.milliseconds(wait - 1))
      #expect(desk.files.takeWritten() == [])
      desk.pass(.milliseconds(1))
      #expect(desk.files.takeWritten() == ["panel 60"])
    }
    desk.files.fail("panel", nil)
    desk.pass(.seconds(5))

    #expect(desk.level() == 60)
    #expect(desk.debts == [])
    #expect(desk.lights[Device.panel.id]?.standing == .free)
  }

  @Test(arguments: [FaultyFiles.Fault.code(EIO), .codeAfterTaking(EIO), .ignored, .code(EBUSY), .code(EINVAL)])
  func `a return that was not carried out stays on record, through the program's death too`(
    fault: FaultyFiles.Fault
  ) throws {
    let desk = try Desk()
    desk.hold(1, .exactly(.all))
    desk.files.fail("panel", fault)
    desk.release(1)
    #expect(desk.debts.map(\.raw) == [60])

    desk.kill()
    desk.files.fail("panel", nil)
    _ = desk.files.takeWritten()
    try desk.start()

    #expect(desk.files.takeWritten() == ["panel 60"])
    #expect(desk.debts == [])
  }

  @Test func `a light that was unplugged while held is paid when it is plugged in`() throws {
    let desk = try Desk()
    desk.hold(1, .exactly(.all))
    try desk.unplug()
    desk.release(1)
    #expect(desk.debts.map(\.raw) == [60])

    try desk.plug(Device.panel.with(["brightness": 100]))

    #expect(desk.level() == 60)
    #expect(desk.debts == [])
  }

  @Test func `a light that comes back under another name is paid`() throws {
    let desk = try Desk()
    let renamed = FakeDevice.backlight("panel1", level: 100, in: "devices/platform/a")
    desk.hold(1, .exactly(.all))
    try desk.unplug()
    desk.release(1)

    try desk.plug(renamed)

    #expect(desk.level(renamed) == 60)
    #expect(desk.debts == [])
    #expect(desk.lights.ids == [renamed.id])
  }

  @Test func `a light that comes back under another name after the program's death is paid`() throws {
    let desk = try Desk()
    let renamed = FakeDevice.backlight("panel1", level: 100, in: "devices/platform/a")
    desk.hold(1, .exactly(.all))
    desk.kill()
    desk.replace(Device.panel, by: renamed)

    try desk.start()

    #expect(desk.level(renamed) == 60)
    #expect(desk.debts == [])
  }

  @Test func `a light that comes back with another range is paid its share`() throws {
    let desk = try Desk()
    desk.hold(1, .exactly(.all))
    try desk.unplug()
    desk.release(1)

    try desk.plug(Device.panel.with(["max_brightness": 255, "brightness": 255]))

    #expect(desk.level() == 153)
  }

  @Test func `a maximum that changed under a hold is found by the write that it refuses`() throws {
    let desk = try Desk()
    desk.hold(1, .exactly(percent(50)))
    try desk.put(255, at: "max_brightness")
    try desk.moveInSilence(to: 128)
    desk.files.fail("panel", .code(EINVAL))

    desk.beginHold(2, .exactly(.all))
    desk.step(0)
    desk.files.fail("panel", nil)
    desk.goOn()

    #expect(desk.level() == 255)
    desk.release(2)
    desk.release(1)
    #expect(desk.level() == 153)
  }

  @Test func `what is owed to a light that is away stays on record through many starts`() throws {
    let desk = try Desk()
    desk.hold(1, .exactly(.all))
    try desk.unplug()

    for _ in 1...3 {
      desk.kill()
      try desk.start()
    }

    #expect(desk.debts.map(\.raw) == [60])
    try desk.plug(Device.panel.with(["brightness": 100]))
    #expect(desk.level() == 60)
  }

  @Test func `nobody waits for a debt, and it is seen until it is paid`() throws {
    let desk = try Desk()
    desk.hold(1, .exactly(.all))
    desk.files.fail("panel", .code(EIO))
    desk.release(1)

    let answers = desk.settle()

    let trouble = try #require(desk.trouble())
    #expect(answers.all == [.owed([Device.panel.id: trouble])])
    desk.files.fail("panel", nil)
    desk.pass(.milliseconds(250))
    #expect(desk.trouble() == nil)
    #expect(desk.settle().all == [.done])
  }

  @Test func `a level that the hardware rounds is a debt paid`() throws {
    let desk = try Desk()
    desk.files.fail("panel", .rounded(8))

    desk.hold(1, .exactly(.all))
    desk.release(1)

    #expect(desk.level() == 56)
    #expect(desk.debts == [])
    #expect(desk.lights[Device.panel.id]?.standing == .free)
  }
}

import Brightness
import Daemon
import Hardware
import HardwareTesting
import Testing

@Suite struct SessionAwayTests {
  @Test func `what is owed to a light is paid as soon as its session is back at the seat`() throws {
    let desk = try Desk()
    desk.hold(1, .exactly(.all))
    desk.files.fail("panel", .away)
    desk.release(1)
    let owing = (desk.lights[Device.panel.id]?.standing, desk.debts.map(\.raw))

    desk.tryForSession()
    let levelOfOther = desk.level()
    desk.files.fail("panel", nil)
    desk.tryForSession()

    #expect(owing == (.owing, [60]))
    #expect(levelOfOther == 100)
    #expect(desk.level() == 60)
    #expect(desk.debts == [])
  }

  @Test func `where nobody tells of the seat it is paid within a minute`() throws {
    let desk = try Desk()
    desk.hold(1, .exactly(.all))
    desk.files.fail("panel", .away)
    desk.release(1)
    desk.files.fail("panel", nil)
    _ = desk.files.takeWritten()

    desk.pass(.milliseconds(59_990))
    let early = desk.files.takeWritten()
    desk.pass(.milliseconds(10))

    #expect(early == [])
    #expect(desk.files.takeWritten() == ["panel 60"])
    #expect(desk.debts == [])
  }

  @Test func `another light is not touched when somebody comes to the seat`() throws {
    let desk = try Desk([Device.panel, Device.monitor])
    desk.hold(1, .exactly(.all))
    desk.files.fail("panel", .away)
    desk.release(1)
    _ = desk.files.takeWritten()

    desk.tryForSession()

    #expect(desk.files.takeWritten() == ["panel 60"])
  }
}

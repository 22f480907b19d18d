import Brightness
import Daemon
import HardwareTesting
import Testing

@Suite struct Law7NothingUnaskedTests {
  @Test func `a start only reads`() throws {
    let desk = try Desk([Device.panel, Device.monitor, Device.keyboard])

    #expect(desk.files.takeWritten() == [])
    #expect(desk.lights.ids.map { desk.lights[$0]?.base.setting.raw } == [30, 60, 1])
    #expect(desk.debts == [])
  }

  @Test func `a light that is plugged in is only read`() throws {
    let desk = try Desk()

    try desk.plug(Device.monitor)

    #expect(desk.files.takeWritten() == [])
    #expect(desk.lights[Device.monitor.id]?.standing == .free)
  }

  @Test func `a light that is plugged in while a claim covers it is written, and goes back to what it showed`() throws {
    let desk = try Desk()
    desk.hold(1, .exactly(.all))

    try desk.plug(Device.monitor)
    #expect(desk.level(Device.monitor) == 100)
    desk.release(1)

    #expect(desk.level(Device.monitor) == 30)
    #expect(desk.debts == [])
  }

  @Test func `a resume writes nothing`() throws {
    let desk = try Desk()

    desk.keeper.assumeIsolated { $0.resume() }
    desk.goOn()

    #expect(desk.files.takeWritten() == [])
  }

  @Test func `a light that others move while nobody holds it is never written`() throws {
    let desk = try Desk()

    for level in [10, 0, 100, 55] { try desk.move(to: level) }

    #expect(desk.files.takeWritten() == [])
    #expect(desk.lights[Device.panel.id]?.base.setting.raw == 55)
  }
}

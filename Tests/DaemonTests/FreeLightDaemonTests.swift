import Brightness
import Daemon
import Guarantees
import HardwareTesting
import Model
import Testing

@Suite(.tags(.noUnrequestedWrites)) struct FreeLightDaemonTests {
  @Test func `a start only reads`() throws {
    let daemon = try TestDaemon([Device.panel, Device.monitor, Device.keyboard])

    #expect(daemon.files.takeWritten() == [])
    #expect(daemon.lights.ids.map { daemon.lights[$0]?.base.setting.raw } == [30, 60, 1])
    #expect(daemon.restores == [])
  }

  @Test func `a light that is plugged in is only read`() throws {
    let daemon = try TestDaemon()

    try daemon.plug(Device.monitor)

    #expect(daemon.files.takeWritten() == [])
    #expect(daemon.lights[Device.monitor.id]?.state == .free)
  }

  @Test func `a light plugged in while a claim covers it is written, and restored to what it showed`() throws {
    let daemon = try TestDaemon()
    daemon.hold(1, .exactly(.all))

    try daemon.plug(Device.monitor)
    #expect(daemon.level(Device.monitor) == 100)
    daemon.release(1)

    #expect(daemon.level(Device.monitor) == 30)
    #expect(daemon.restores == [])
  }

  @Test func `a resume writes nothing`() throws {
    let daemon = try TestDaemon()

    daemon.handle(.resumed)
    daemon.runUntilIdle()

    #expect(daemon.files.takeWritten() == [])
  }

  @Test func `a free light that other programs change is never written`() throws {
    let daemon = try TestDaemon()

    for level in [10, 0, 100, 55] { try daemon.move(to: level) }

    #expect(daemon.files.takeWritten() == [])
    #expect(daemon.lights[Device.panel.id]?.base.setting.raw == 55)
  }
}

import Brightness
import BrightnessModel
import Daemon
import Guarantees
import HardwareTesting
import Testing

@Suite(.tags(.noUnrequestedWrites)) struct FreeLightDaemonTests {
  @Test func `a start only reads`() throws {
    let daemon = try TestDaemon([Device.panel, Device.monitor, Device.keyboard])

    #expect(daemon.files.takeWritten() == [])
    #expect(daemon.lights.ids.map { daemon.lights[$0]?.base.setting.raw } == [30, 60, 1])
    #expect(daemon.restores == [])
  }

  @Test func `a free light that other programs change is never written`() throws {
    let daemon = try TestDaemon()

    for level in [10, 0, 100, 55] { try daemon.move(to: level) }

    #expect(daemon.files.takeWritten() == [])
    #expect(daemon.lights[Device.panel.id]?.base.setting.raw == 55)
  }
}

import Brightness
import BrightnessModel
import DDCTesting
import Testing

@testable import Daemon

@Suite struct RealMonitorDaemonTests {
  @Test(arguments: RealMonitor.all)
  func `a real monitor is a light by its name, held and restored`(monitor: RealMonitor) throws {
    let light = LightID(.ddc, String(monitor.light.dropFirst("ddc/".count)))
    let daemon = try TestDaemon.withMonitor(TestMonitor(edid: monitor.edid))
    daemon.ask(light)

    daemon.holdMonitor(at: 80)
    #expect(daemon.lights[light]?.state == .held)
    #expect(daemon.workers?[1] == 80)
    daemon.release(1)

    #expect(daemon.lights.ids == [light])
    #expect(daemon.workers?[1] == 40)
    #expect(daemon.restores == [])
  }
}

import DDC
import DDCTesting
import Testing

@Suite struct RealMonitorTests {
  @Test(arguments: RealMonitor.all)
  func `the EDID of a real monitor is read and names it`(monitor: RealMonitor) throws {
    let edid = try EDID(monitor.edid.bytes)

    #expect((edid.manufacturer, edid.product) == (monitor.edid.manufacturer, monitor.edid.product))
    #expect((edid.serialNumber, edid.serialText) == (monitor.edid.serialNumber, monitor.edid.serialText))
    #expect((edid.name, edid.isHeadset) == (monitor.edid.name, false))
    #expect(MonitorIdentity.all([edid], at: ["DP-1"]).map(\.description) == [monitor.light])
  }
}

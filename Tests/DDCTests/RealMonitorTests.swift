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

  @Test(arguments: RealMonitor.all)
  func `an EDID cut to its first block names the same monitor`(monitor: RealMonitor) throws {
    let edid = try EDID(Array(monitor.edid.bytes.prefix(128)))

    #expect(MonitorIdentity.all([edid], at: ["DP-1"]).map(\.description) == [monitor.light])
  }

  @Test func `all real monitors together have different names`() throws {
    let edids = try RealMonitor.all.map { try EDID($0.edid.bytes) }

    let names = MonitorIdentity.all(edids, at: edids.indices.map { "DP-\($0 + 1)" }).map(\.description)

    #expect(Set(names).count == RealMonitor.all.count)
  }
}

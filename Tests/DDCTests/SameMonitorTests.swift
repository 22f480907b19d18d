import DDC
import DDCTesting
import HardwareTesting
import Testing

@Suite struct SameMonitorTests {
  private static func lines(
    _ connectors: [(name: String, edid: EDIDBytes, bus: String, dpms: String)]
  ) throws -> [String] {
    let tree = try FakeTree()
    for (index, connector) in connectors.enumerated() {
      try tree.addConnector(connector.name, connector.edid.bytes, dpms: connector.dpms)
      try tree.addBus(index + 4, connector.bus, in: MonitorTree.place(of: connector.name))
    }
    let list = MonitorList(try MonitorFacts.read(under: tree.root))
    return list.monitors.map { "\($0.identity) at \($0.connector.name)" } + list.unused.map(\.description)
  }

  private static let same = EDIDBytes(serialNumber: 777)

  @Test func `a monitor that appears behind a hub and at its card counts once`() throws {
    let lines = try Self.lines([("card1-DP-1", Self.same, "AUX", "On"), ("card1-DP-5", Self.same, "DPMST", "On")])

    #expect(
      lines == ["ddc/DEL-a0b1-777 at card1-DP-5", "card1-DP-1 is not used: it is the monitor of card1-DP-5"]
    )
  }

  @Test func `a connector without a picture that shows the EDID of one with a picture is no second monitor`() throws {
    let lines = try Self.lines([("card1-DP-1", Self.same, "AUX", "Off"), ("card1-DP-2", Self.same, "AUX", "On")])

    #expect(
      lines == ["ddc/DEL-a0b1-777 at card1-DP-2", "card1-DP-1 is not used: it is the monitor of card1-DP-2"]
    )
  }

  @Test func `two connectors with a picture are two monitors, even with one serial number`() throws {
    let lines = try Self.lines([("card1-DP-1", Self.same, "AUX", "On"), ("card1-DP-2", Self.same, "AUX", "On")])

    #expect(lines == ["ddc/DEL-a0b1@DP-1 at card1-DP-1", "ddc/DEL-a0b1@DP-2 at card1-DP-2"])
  }

  @Test func `monitors of two cards are two, and so are two of a model without serial numbers`() throws {
    let plain = EDIDBytes(serialNumber: 0)

    #expect(
      try Self.lines([("card1-DP-1", Self.same, "AUX", "Off"), ("card2-DP-2", Self.same, "AUX", "On")])
        == ["ddc/DEL-a0b1@DP-1 at card1-DP-1", "ddc/DEL-a0b1@DP-2 at card2-DP-2"]
    )
    #expect(
      try Self.lines([("card1-DP-1", plain, "AUX", "Off"), ("card1-DP-2", plain, "AUX", "On")])
        == ["ddc/DEL-a0b1@DP-1 at card1-DP-1", "ddc/DEL-a0b1@DP-2 at card1-DP-2"]
    )
  }

  @Test func `where two cards have a port of the same name the card is part of the identity`() throws {
    let plain = EDIDBytes(serialNumber: 0)

    #expect(
      try Self.lines([("card1-DP-1", plain, "AUX", "On"), ("card2-DP-1", plain, "AUX", "On")])
        == ["ddc/DEL-a0b1@card1-DP-1 at card1-DP-1", "ddc/DEL-a0b1@card2-DP-1 at card2-DP-1"]
    )
  }
}

@testable import DDC

import BrightnessEventLoop
import DDCTesting
import HardwareTesting
import Testing

/// Which bus leads to which monitor, from what each shows at the address of the EDID.
@Suite struct BusSearchTests {
  private static let dell = EDIDBytes("DEL", serialNumber: 777).bytes
  private static let gold = EDIDBytes("GSM", serialNumber: 5).bytes
  private static let zeros = [UInt8](repeating: 0, count: EDID.blockLength)

  /// The bus of each monitor, given what buses 1, 2 and so on show.
  private static func buses(of monitors: [[UInt8]], _ shown: [[UInt8]?]) throws -> [Int?] {
    let tree = try FakeTree()
    for (index, edid) in monitors.enumerated() { try tree.addConnector("card1-DP-\(index + 5)", edid) }
    for number in 1...8 { try tree.addBus(number, "DPMST", in: MonitorTree.device(of: 1)) }
    let found = MonitorList(try MonitorFacts.read(under: tree.root)).monitors
    var search = BusSearch(of: found)
    for (index, bytes) in shown.enumerated() { search.blocks[index + 1] = bytes }
    return found.map { search.bus(of: $0) }
  }

  private static func turned(_ edid: [UInt8], by count: Int) -> [UInt8] { Array(edid[count...] + edid[..<count]) }

  @Test func `a bus is that of the monitor whose EDID it shows`() throws {
    #expect(try Self.buses(of: [Self.dell, Self.gold], [nil, Self.gold, Self.dell]) == [3, 2])
  }

  @Test(arguments: [1, 64, 127])
  func `a hub may show the EDID rotated`(_ count: Int) throws {
    #expect(try Self.buses(of: [Self.dell, Self.gold], [Self.turned(Self.dell, by: count), Self.gold]) == [1, 2])
  }

  @Test func `the last bus belongs to the last monitor`() throws {
    #expect(try Self.buses(of: [Self.dell, Self.gold], [Self.zeros, Self.turned(Self.gold, by: 1)]) == [1, 2])
  }

  @Test func `a bus that shows another EDID is nobody's`() throws {
    let panel = EDIDBytes("BOE").bytes

    #expect(try Self.buses(of: [Self.dell, Self.gold], [panel, Self.gold]) == [nil, 2])
  }

  @Test func `two monitors that are left, or two buses, cannot be told apart`() throws {
    #expect(try Self.buses(of: [Self.dell, Self.gold], [Self.zeros]) == [nil, nil])
    #expect(try Self.buses(of: [Self.dell], [Self.zeros, Self.zeros]) == [nil])
  }

  @Test func `two monitors of one EDID cannot be told apart`() throws {
    #expect(try Self.buses(of: [Self.dell, Self.dell], [Self.dell, nil]) == [nil, nil])
    #expect(try Self.buses(of: [Self.dell], [Self.dell, Self.dell]) == [nil])
  }
}

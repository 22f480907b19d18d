/// Finds out which of several buses leads to a monitor, from the EDID that each shows.
struct BusSearch {
  /// The first block on each bus. A bus without a monitor has none.
  var blocks: [Int: [UInt8]] = [:]
  private let monitors: [[UInt8]]

  /// `monitors` are all that may be on these buses.
  init(of monitors: [Monitor]) {
    self.monitors = monitors.map(\.connector.firstBlock)
  }

  /// The bus of one of the monitors; nil if several may be its own, such as those of two monitors
  /// with the same EDID.
  ///
  /// Some hubs ignore the address to read from, so that the EDID begins anywhere, and others return
  /// zeros (ddcutil's issue 585). So an EDID is first looked for as it is, then rotated. If one
  /// monitor and one bus without an EDID are left, they belong together.
  func bus(of monitor: Monitor) -> Int? {
    let edid = monitor.connector.firstBlock
    guard monitors.count(where: { $0 == edid }) == 1 else { return nil }
    var buses = blocks
    var others = monitors.filter { $0 != edid }
    for matches in [Self.isSame, Self.isRotated] {
      let found = buses.filter { matches($0.value, edid) }.keys
      if let bus = found.first { return found.count == 1 ? bus : nil }
      let stillMissing = others.filter { other in !buses.values.contains { matches($0, other) } }
      buses = buses.filter { bus in !others.contains { matches(bus.value, $0) } }
      others = stillMissing
    }
    let unnamed = buses.filter { (try? EDID($0.value)) == nil }.keys
    return others.isEmpty && unnamed.count == 1 ? unnamed.first : nil
  }

  private static func isSame(_ bytes: [UInt8], _ edid: [UInt8]) -> Bool { bytes == edid }

  /// Whether the bytes are an EDID that begins somewhere in the middle and continues with its
  /// start.
  private static func isRotated(_ bytes: [UInt8], _ edid: [UInt8]) -> Bool {
    bytes.count == edid.count && edid.indices.contains { bytes.elementsEqual(edid[$0...] + edid[..<$0]) }
  }
}

extension MonitorConnector {
  /// The EDID's block that names the monitor.
  var firstBlock: [UInt8] { Array(edid.prefix(EDID.blockLength)) }
}

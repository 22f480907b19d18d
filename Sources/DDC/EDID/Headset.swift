/// Recognises headsets, which are connected like monitors and must not be dimmed.
enum Headset {
  /// The makers that build nothing else: HTC, Oculus, Valve.
  static func isMade(by manufacturer: String) -> Bool { ["HVR", "OVR", "VLV"].contains(manufacturer) }

  private static let microsoft: [UInt8] = [0x5C, 0x12, 0xCA]
  private static let vendorBlock: UInt8 = 3

  /// Whether a CTA-861 extension has Microsoft's data block for displays that are no desktop.
  ///
  /// Versions 1 and 2 of the block are for headsets alone; version 3 has a bit for displays that show a desktop all the same.
  static func isDeclared(in extensions: [ArraySlice<UInt8>]) -> Bool {
    extensions.contains { block in
      dataBlocks(of: Array(block)).contains { data in
        guard data.count >= 6, data[0] >> 5 == vendorBlock, data[1...3].elementsEqual(microsoft) else { return false }
        let (version, showsDesktop) = (data[4], data[5] & 0x40 != 0)
        return version == 1 || version == 2 || (version == 3 && !showsDesktop)
      }
    }
  }

  /// The data blocks of a CTA-861 extension, each with its first byte: a tag of three bits and a length of five.
  private static func dataBlocks(of block: [UInt8]) -> [[UInt8]] {
    guard block[0] == 0x02, block[1] >= 3 else { return [] }
    let end = min(Int(block[2]), EDID.blockLength - 1)
    var found: [[UInt8]] = []
    var start = 4
    while start < end {
      let next = start + 1 + Int(block[start] & 0x1F)
      guard next <= end else { break }
      found.append(Array(block[start..<next]))
      start = next
    }
    return found
  }
}

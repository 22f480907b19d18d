/// The contents of a monitor's EDID: its maker, model and serial number, and whether it has a
/// picture to dim.
public struct EDID: Hashable, Sendable {
  /// The maker's three letters, such as "DEL".
  public let manufacturer: String
  public let product: UInt16
  public let serialNumber: UInt32
  /// The descriptor with a serial number as text; nil without one.
  public let serialText: String?
  /// The descriptor with the model's name; nil without one.
  public let name: String?
  /// Whether it is a headset, which shows no desktop and has no brightness of its own.
  public let isHeadset: Bool
  /// Distinguishes this EDID from others, but not from one that was made to match.
  public let fingerprint: UInt64
}

/// Why the bytes are no EDID.
public enum EDIDFlaw: Error, Hashable, Sendable {
  case isEmpty
  case isTruncated(count: Int)
  case hasNoHeader
  case hasWrongChecksum
  case hasNoManufacturer
}

extension EDID {
  static let blockLength = 128
  /// A base block and as many extensions as it can count.
  public static let longest = 256 * blockLength
  private static let header: [UInt8] = [0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00]

  /// Parses the bytes of a connector's `edid` file: a base block, and as many extensions as the
  /// kernel read.
  ///
  /// A missing or damaged extension is skipped, because some drivers show the base block alone.
  public init(_ bytes: [UInt8]) throws(EDIDFlaw) {
    if bytes.isEmpty { throw .isEmpty }
    if bytes.count < Self.blockLength { throw .isTruncated(count: bytes.count) }
    let base = Array(bytes[..<Self.blockLength])
    guard base.starts(with: Self.header) else { throw .hasNoHeader }
    guard Self.isSumRight(base) else { throw .hasWrongChecksum }
    guard let manufacturer = Self.letters(UInt16(base[8]) << 8 | UInt16(base[9])) else { throw .hasNoManufacturer }
    self.manufacturer = manufacturer
    product = UInt16(base[11]) << 8 | UInt16(base[10])
    serialNumber = base[12..<16].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    serialText = Self.text(tagged: 0xFF, in: base)
    name = Self.text(tagged: 0xFC, in: base)
    isHeadset = Headset.isMade(by: manufacturer) || Headset.isDeclared(in: Self.extensions(of: bytes))
    fingerprint = Self.fingerprint(of: bytes)
  }

  /// All bytes of a block add up to a multiple of 256.
  static func isSumRight(_ block: some Sequence<UInt8>) -> Bool { block.reduce(0, &+) == 0 }

  /// Five bits per letter, where 1 is A.
  private static func letters(_ code: UInt16) -> String? {
    let numbers = [code >> 10 & 31, code >> 5 & 31, code & 31]
    guard code >> 15 == 0, numbers.allSatisfy({ (1...26).contains($0) }) else { return nil }
    return String(decoding: numbers.map { UInt8(ascii: "A") + UInt8($0) - 1 }, as: UTF8.self)
  }

  /// The text of one of the four descriptors: up to 13 bytes, terminated by a newline and padded
  /// with spaces.
  private static func text(tagged tag: UInt8, in base: [UInt8]) -> String? {
    for start in stride(from: 54, through: 108, by: 18) where base[start..<start + 5].elementsEqual([0, 0, 0, tag, 0]) {
      let printed = base[start + 5..<start + 18].prefix { $0 != 0x0A && $0 != 0 }
      // Some makers use codes above ASCII, in no encoding that they name.
      let text = String(decoding: printed.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
      let trimmed = text.trimmedSpaces
      if !trimmed.isEmpty { return trimmed }
    }
    return nil
  }

  /// The complete extension blocks whose sum is right.
  private static func extensions(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    let present = min(Int(bytes[126]), bytes.count / blockLength - 1)
    return (0..<present).map { bytes[($0 + 1) * blockLength..<($0 + 2) * blockLength] }.filter(isSumRight)
  }

  /// FNV-1a of 64 bits.
  private static func fingerprint(of bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

extension String {
  /// The text without spaces around it.
  fileprivate var trimmedSpaces: String {
    let back = drop { $0 == " " }.reversed().drop { $0 == " " }
    return String(back.reversed())
  }
}

/// Recognises headsets, which are connected like monitors and must not be dimmed.
enum Headset {
  /// The makers that build nothing else: HTC, Oculus, Valve.
  static func isMade(by manufacturer: String) -> Bool { ["HVR", "OVR", "VLV"].contains(manufacturer) }

  private static let microsoft: [UInt8] = [0x5C, 0x12, 0xCA]
  private static let vendorBlock: UInt8 = 3

  /// Whether a CTA-861 extension has Microsoft's data block for displays that show no desktop.
  ///
  /// Versions 1 and 2 of the block are for headsets alone; version 3 has a bit for displays that
  /// show a desktop all the same.
  static func isDeclared(in extensions: [ArraySlice<UInt8>]) -> Bool {
    extensions.contains { block in
      dataBlocks(of: Array(block)).contains { data in
        guard data.count >= 6, data[0] >> 5 == vendorBlock, data[1...3].elementsEqual(microsoft) else { return false }
        let showsDesktop = data[5] & 0x40 != 0
        switch data[4] {
        case 1, 2: return true
        case 3: return !showsDesktop
        default: return false
        }
      }
    }
  }

  /// The data blocks of a CTA-861 extension, each with its first byte: a tag of three bits and a
  /// length of five.
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

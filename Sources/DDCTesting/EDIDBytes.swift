/// An EDID composed of given facts, with correct checksums.
public struct EDIDBytes: Hashable, Sendable {
  public var manufacturer = "DEL"
  public var product: UInt16 = 0xA0B1
  public var serialNumber: UInt32 = 777
  public var serialText: String?
  public var name: String? = "U2720Q"
  /// Data blocks of a CTA-861 extension; nil for an EDID without one.
  public var dataBlocks: [[UInt8]]?
  /// The version is 1.3 or 1.4.
  public var revision: UInt8 = 4
  /// The week of production; 0xFF if `year` is the model year.
  public var week: UInt8 = 0
  public var year = 2020
  /// How many extensions follow the one with data blocks.
  public var otherExtensions = 0

  public init(
    _ manufacturer: String = "DEL",
    product: UInt16 = 0xA0B1,
    serialNumber: UInt32 = 777,
    serialText: String? = nil,
    name: String? = "U2720Q",
    dataBlocks: [[UInt8]]? = nil
  ) {
    self.manufacturer = manufacturer
    self.product = product
    self.serialNumber = serialNumber
    self.serialText = serialText
    self.name = name
    self.dataBlocks = dataBlocks
  }

  public var bytes: [UInt8] {
    var base = [UInt8](repeating: 0, count: 128)
    base.replaceSubrange(0..<8, with: [0, 255, 255, 255, 255, 255, 255, 0])
    let code = manufacturer.utf8.reduce(UInt16(0)) { $0 << 5 | UInt16($1 &- 64) & 31 }
    base.replaceSubrange(
      8..<12,
      with: [UInt8(code >> 8), UInt8(code & 255), UInt8(product & 255), UInt8(product >> 8)]
    )
    for index in 0..<4 { base[12 + index] = UInt8(serialNumber >> (8 * index) & 255) }
    base.replaceSubrange(16..<20, with: [week, UInt8(year - 1990), 1, revision])
    let descriptors = [Self.timing, Self.limits, Self.descriptor(0xFC, name), Self.descriptor(0xFF, serialText)]
    base.replaceSubrange(54..<126, with: descriptors.joined())
    let extensions =
      (dataBlocks.map { [Self.extensionBlock($0)] } ?? [])
      + Array(repeating: [Self.displayID] + Array(repeating: 0, count: 127), count: otherExtensions)
    base[126] = UInt8(extensions.count)
    return ([base] + extensions).flatMap(Self.withChecksum)
  }

  /// The first byte of an extension of another standard than CTA-861.
  private static let displayID: UInt8 = 0x70

  /// The preferred timing, which comes first: 1920 × 1080 at 60 Hz.
  private static let timing: [UInt8] = [
    0x02, 0x3A, 0x80, 0x18, 0x71, 0x38, 0x2D, 0x40, 0x58, 0x2C, 0x45, 0, 0x09, 0x25, 0x21, 0, 0, 0x1E,
  ]

  /// The limits of the frequencies: 50 to 75 Hz, 30 to 81 kHz, 170 MHz.
  private static let limits: [UInt8] =
    [0, 0, 0, 0xFD, 0, 50, 75, 30, 81, 17, 0, 0x0A] + Array(repeating: 0x20, count: 6)

  /// Microsoft's data block for displays that are not part of the desktop.
  public static func microsoftBlock(version: UInt8, showsDesktop: Bool = false) -> [UInt8] {
    [3 << 5 | 5, 0x5C, 0x12, 0xCA, version, showsDesktop ? 0x40 : 0]
  }

  private static func descriptor(_ tag: UInt8, _ text: String?) -> [UInt8] {
    guard let text else { return [0, 0, 0, 0x10] + Array(repeating: 0, count: 14) }
    let printed = Array(text.utf8.prefix(13))
    let end = printed.count < 13 ? [0x0A] + [UInt8](repeating: 0x20, count: 12 - printed.count) : []
    return [0, 0, 0, tag, 0] + printed + end
  }

  private static func extensionBlock(_ dataBlocks: [[UInt8]]) -> [UInt8] {
    let data = dataBlocks.flatMap(\.self)
    return [2, 3, UInt8(4 + data.count), 0] + data + Array(repeating: 0, count: 124 - data.count)
  }

  private static func withChecksum(_ block: [UInt8]) -> [UInt8] {
    block[..<127] + [0 &- block[..<127].reduce(0, &+)]
  }
}

/// Facts about a real monitor that its owner published: maker, product, name, version, date and
/// number of extensions.
///
/// The EDIDs are composed of these facts; no bytes are copied. Serial numbers are made up, in the
/// form of the real ones. An unknown version is 1.4, and an unknown number of extensions is 0.
public struct RealMonitor: Hashable, Sendable, CustomStringConvertible {
  public private(set) var edid: EDIDBytes
  /// The name of its light at the connector DP-1.
  public let light: String

  public var description: String { "\(edid.manufacturer) \(edid.name ?? "")" }

  private typealias Facts = (
    maker: String, product: UInt16, number: UInt32, text: String?, name: String, revision: UInt8, week: UInt8,
    year: Int, extensions: Int, light: String
  )

  private init(_ facts: Facts) {
    edid = EDIDBytes(
      facts.maker,
      product: facts.product,
      serialNumber: facts.number,
      serialText: facts.text,
      name: facts.name
    )
    edid.revision = facts.revision
    edid.week = facts.week
    edid.year = facts.year
    // Two-channel audio, as in most monitors with HDMI.
    edid.dataBlocks = facts.extensions > 0 ? [[0x23, 0x09, 0x07, 0x07], [0x83, 0x01, 0, 0]] : nil
    edid.otherExtensions = max(0, facts.extensions - 1)
    light = facts.light
  }

  public static let all = table.map(RealMonitor.init)

  private static let table: [Facts] = [
    // A serial number, and a text that ends with it.
    ("ACI", 0x249A, 42, "BCLMTF000042", "ASUS VS247", 3, 49, 2011, 1, "ddc/ACI-249a-BCLMTF000042"),
    // The number is made of the last characters of the text.
    ("DEL", 0xA098, 0x3041_3242, "KW14V5AB0A2B", "DELL P2214H", 3, 3, 2015, 0, "ddc/DEL-a098-KW14V5AB0A2B"),
    // The number is made of characters that are not in the text.
    ("SAM", 0x0D2C, 0x425A_4146, "H4ZN000042", "C24F390", 3, 24, 2020, 1, "ddc/SAM-0d2c-H4ZN000042"),
    ("SAM", 0x0C4D, 0, "HTPK000042", "U28E590", 4, 0, 2018, 1, "ddc/SAM-0c4d-HTPK000042"),
    // A number only.
    ("ACR", 0x057E, 0x9170_0042, nil, "SA230", 3, 17, 2019, 1, "ddc/ACR-057e-2440036418"),
    ("AOC", 0x3201, 4242, nil, "Q32G1WG4", 3, 0, 2019, 1, "ddc/AOC-3201-4242"),
    // Each byte of the number is 1.
    ("GSM", 0x5AB8, 0x0101_0101, nil, "LG IPS FULLHD", 3, 1, 2014, 1, "ddc/GSM-5ab8@DP-1"),
    // Number 1 in every monitor.
    ("BTD", 0x1916, 1, nil, "HL1916V", 3, 50, 2009, 0, "ddc/BTD-1916@DP-1"),
    // The same, as text.
    ("HKC", 0x2723, 0, "0000000000001", "N07", 4, 4, 2023, 0, "ddc/HKC-2723@DP-1"),
    // Neither number nor text; the year is the model year.
    ("ACI", 0x27B1, 0, nil, "ROG PG278Q", 4, 0xFF, 2013, 0, "ddc/ACI-27b1@DP-1"),
    // The same text in monitors of several models and years.
    ("SAM", 0x0F9C, 0, "H1AK500000", "C49RG9x", 4, 43, 2018, 2, "ddc/SAM-0f9c@DP-1"),
    ("SAM", 0x7313, 0, "H1AK500000", "Odyssey G70NC", 4, 1, 2022, 2, "ddc/SAM-7313@DP-1"),
  ]
}

/// An EDID written by hand, with its checksums.
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
  /// The week of production; 0xFF where `year` is that of the model.
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
    (self.manufacturer, self.product, self.serialNumber) = (manufacturer, product, serialNumber)
    (self.serialText, self.name, self.dataBlocks) = (serialText, name, dataBlocks)
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

  /// The first byte of an extension of another standard.
  private static let displayID: UInt8 = 0x70

  /// The preferred timing, which comes first: 1920 × 1080 at 60 Hz.
  private static let timing: [UInt8] = [
    0x02, 0x3A, 0x80, 0x18, 0x71, 0x38, 0x2D, 0x40, 0x58, 0x2C, 0x45, 0, 0x09, 0x25, 0x21, 0, 0, 0x1E,
  ]

  /// The limits of the frequencies: 50 to 75 Hz, 30 to 81 kHz, 170 MHz.
  private static let limits: [UInt8] =
    [0, 0, 0, 0xFD, 0, 50, 75, 30, 81, 17, 0, 0x0A] + Array(repeating: 0x20, count: 6)

  /// Microsoft's data block for displays that are no desktop.
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

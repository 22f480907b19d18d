/// An EDID written by hand, with its checksums.
public struct EDIDBytes: Hashable, Sendable {
  public var manufacturer = "DEL"
  public var product: UInt16 = 0xA0B1
  public var serialNumber: UInt32 = 777
  public var serialText: String?
  public var name: String? = "U2720Q"
  /// Data blocks of a CTA-861 extension; nil for an EDID of one block.
  public var dataBlocks: [[UInt8]]?

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
    base[18] = 1
    base[19] = 4
    let texts: [(UInt8, String?)] = [(0xFC, name), (0xFF, serialText)]
    for (index, (tag, text)) in texts.enumerated() {
      base.replaceSubrange(54 + 18 * index..<72 + 18 * index, with: Self.descriptor(tag, text))
    }
    base[126] = dataBlocks == nil ? 0 : 1
    return Self.withChecksum(base) + (dataBlocks.map { Self.withChecksum(Self.extensionBlock($0)) } ?? [])
  }

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

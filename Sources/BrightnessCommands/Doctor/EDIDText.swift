import BrightnessModel

/// The EDID of a monitor without its serial number, and without the extensions, which may contain
/// it, too.
struct EDIDText {
  static let blockLength = 128
  private static let extensionOfCTA: UInt8 = 0x02
  private let base: [UInt8]
  private let extensions: [UInt8]

  init(_ bytes: [UInt8]) {
    base = Array(bytes.prefix(Self.blockLength))
    let starts = stride(from: Self.blockLength, to: bytes.count, by: Self.blockLength)
    let blocks = starts.map { Array(bytes[$0..<min($0 + Self.blockLength, bytes.count)]) }
    extensions = blocks.filter { $0[0] == Self.extensionOfCTA }.flatMap(\.self)
  }

  /// In hexadecimal digits. Bytes that are not an EDID are unchanged.
  func text(_ serials: inout AnonymousSerials) -> String {
    var bytes = base
    if bytes.count == Self.blockLength {
      serials.replaceNumber(&bytes)
      for start in stride(from: 54, through: 108, by: 18) { serials.replaceText(&bytes, at: start) }
      bytes[126] = UInt8(extensions.count / Self.blockLength)
      let change = zip(bytes, base).reduce(UInt8(0)) { $0 &+ $1.0 &- $1.1 }
      // Adjust the checksum; a wrong one stays wrong.
      bytes[127] &-= change
    }
    return (bytes + extensions).map { byte in
      let digits = String(byte, radix: 16)
      return byte < 16 ? "0\(digits)" : digits
    }.joined()
  }
}

/// Replaces serial numbers by invented ones, and equal numbers by equal ones. Placeholders, which
/// many monitors share, are kept.
struct AnonymousSerials {
  private var numbers: [UInt32: UInt32] = [:]
  private var texts: [[UInt8]: UInt32] = [:]

  mutating func replaceNumber(_ edid: inout [UInt8]) {
    let number = edid[12..<16].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard !SerialNumber.isPlaceholder(number) else { return }
    let other = numbers[number] ?? 1001 + UInt32(numbers.count)
    numbers[number] = other
    for place in 0..<4 { edid[12 + place] = UInt8(truncatingIfNeeded: other >> (8 * UInt32(place))) }
  }

  /// Replaces the text of a descriptor with a serial number: up to 13 bytes, terminated by a
  /// newline and padded with spaces.
  mutating func replaceText(_ edid: inout [UInt8], at start: Int) {
    let place = start + 5..<start + 18
    guard edid[start..<start + 5].elementsEqual([0, 0, 0, 0xFF, 0]) else { return }
    let text = Array(edid[place])
    let printed = text.prefix { $0 != 0x0A && $0 != 0 && $0 != 0x20 }
    guard !printed.isEmpty, !SerialNumber.isPlaceholder(String(decoding: printed, as: UTF8.self)) else { return }
    let other = texts[text] ?? 1001 + UInt32(texts.count)
    texts[text] = other
    let bytes = Array("SN\(other)\n".utf8)
    edid.replaceSubrange(place, with: bytes + Array(repeating: 0x20, count: 13 - bytes.count))
  }
}

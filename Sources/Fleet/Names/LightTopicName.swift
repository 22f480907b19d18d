import BrightnessModel

/// A light's id as one level of a topic: `backlight--intel_backlight` for
/// `backlight/intel_backlight`.
///
/// Letters, digits and underscores stay as they are; a slash is `--`, and each other byte a hyphen
/// with two hexadecimal digits. Two ids never have the same name, and the id can be read back, so a
/// light keeps its topic whatever other lights are connected.
public struct LightTopicName: Hashable, Sendable, CustomStringConvertible {
  public let light: LightID

  public init(of light: LightID) { self.light = light }

  /// Nil unless it is the name of an id, in the one spelling that `description` gives.
  public init?(_ text: some StringProtocol) {
    guard let bytes = Self.unescaped(Array(text.utf8)), let id = String(validating: bytes, as: UTF8.self),
      let light = LightID(id)
    else { return nil }
    self.init(of: light)
    guard description.utf8.elementsEqual(text.utf8) else { return nil }
  }

  public var description: String { light.description.utf8.map(Self.escaped).joined() }

  private static func escaped(_ byte: UInt8) -> String {
    if byte == UInt8(ascii: "/") { return "--" }
    if byte.isOfName, byte != UInt8(ascii: "-") { return String(Unicode.Scalar(byte)) }
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.utf8.count == 1 ? "-0\(digits)" : "-\(digits)"
  }

  private static func unescaped(_ text: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    var at = 0
    while at < text.count {
      guard text[at] == UInt8(ascii: "-") else {
        bytes.append(text[at])
        at += 1
        continue
      }
      guard let (byte, length) = escapedByte(text[(at + 1)...]) else { return nil }
      bytes.append(byte)
      at += 1 + length
    }
    return bytes
  }

  /// The byte that an escape names, and the length of the escape without its first hyphen.
  private static func escapedByte(_ text: ArraySlice<UInt8>) -> (byte: UInt8, length: Int)? {
    if text.first == UInt8(ascii: "-") { return (UInt8(ascii: "/"), 1) }
    guard text.count >= 2 else { return nil }
    return UInt8(String(decoding: text.prefix(2), as: UTF8.self), radix: 16).map { ($0, 2) }
  }
}

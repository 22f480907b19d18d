/// Serial numbers that do not distinguish a monitor from others of its model.
public enum SerialNumber {
  /// What makers leave in place of a number: 0, 1, 1 in each byte, erased memory.
  private static let placeholders: Set<UInt32> = [0, 1, 0x0101_0101, 0xFFFF_FFFF]

  /// A placeholder in text form. Samsung puts it into monitors of many models and years.
  private static let placeholderText = "H1AK500000"

  public static func isPlaceholder(_ number: UInt32) -> Bool { placeholders.contains(number) }

  /// Such a number in digits, with or without zeros in front ("0000000000001"), or one character
  /// alone ("XXXXXXXX").
  public static func isPlaceholder(_ text: String) -> Bool {
    if text == placeholderText || Set(text).count == 1 { return true }
    return UInt32(text).map(placeholders.contains) ?? false
  }
}

/// What a device event says: `ACTION=change\0DEVPATH=/devices/x\0…\0`, as the kernel and udevd write it.
struct EventProperties {
  /// How long a message with them may be. libudev takes no more either; the kernel's own buffer has 2048 bytes.
  static let longestMessage = 8192

  private var values: [String: String] = [:]

  /// Nil if it was cut. Of a key that comes twice the last one counts, as in libudev; what is no property, or not UTF-8,
  /// is passed over.
  init?(_ bytes: some BidirectionalCollection<UInt8>) {
    guard bytes.last == 0 else { return nil }
    for line in bytes.dropLast().split(separator: 0) {
      guard let text = String(validating: line, as: UTF8.self), let mark = text.firstIndex(of: "=") else { continue }
      values[String(text[..<mark])] = String(text[text.index(after: mark)...])
    }
  }

  subscript(key: String) -> String? { values[key] }
}

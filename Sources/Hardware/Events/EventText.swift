/// The text of a device event as the kernel sends it: `change@/devices/x\0ACTION=change\0DEVPATH=/devices/x\0…\0`.
struct EventText {
  /// libudev takes no more either; the kernel's own buffer has 2048 bytes.
  static let limit = 8192

  private var properties: [String: String] = [:]

  /// Nil if it is no such text, or was cut. Of a key that comes twice the last one counts, as in libudev; what is no
  /// property, or not UTF-8, is passed over.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count <= Self.limit, bytes.last == 0 else { return nil }
    let lines = bytes.dropLast().split(separator: 0, omittingEmptySubsequences: false)
    guard let header = lines.first, Self.isHeader(header) else { return nil }
    for line in lines.dropFirst() {
      guard let text = String(validating: line, as: UTF8.self), let mark = text.firstIndex(of: "=") else { continue }
      properties[String(text[..<mark])] = String(text[text.index(after: mark)...])
    }
  }

  subscript(key: String) -> String? { properties[key] }

  /// An action, `@`, and the path of a device.
  private static func isHeader(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard let mark = line.firstIndex(of: UInt8(ascii: "@")), mark > line.startIndex else { return false }
    return line[mark...].dropFirst().first == UInt8(ascii: "/")
  }
}

extension Hint {
  init?(kernelText bytes: UnsafeRawBufferPointer) {
    guard let text = EventText(bytes) else { return nil }
    self.init { text[$0] }
  }
}

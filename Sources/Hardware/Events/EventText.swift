/// The text of a device event as the kernel sends it: `change@/devices/x\0`, and its properties.
enum EventText {
  /// Nil if it is no such text, or was cut.
  static func properties(_ bytes: UnsafeRawBufferPointer) -> EventProperties? {
    guard bytes.count <= EventProperties.longestMessage, let end = bytes.firstIndex(of: 0), isHeader(bytes[..<end])
    else { return nil }
    return EventProperties(bytes[end...].dropFirst())
  }

  /// An action, `@`, and the path of a device.
  private static func isHeader(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard let mark = line.firstIndex(of: UInt8(ascii: "@")), mark > line.startIndex else { return false }
    return line[mark...].dropFirst().first == UInt8(ascii: "/")
  }
}

extension Hint {
  init?(kernelText bytes: UnsafeRawBufferPointer) {
    guard let properties = EventText.properties(bytes) else { return nil }
    self.init { properties[$0] }
  }
}

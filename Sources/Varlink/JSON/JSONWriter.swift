/// Writes a text, value by value, straight into its bytes.
public struct JSONWriter: Sendable {
  public private(set) var bytes: [UInt8] = []
  /// Whether the next value or key has one before it.
  private var followsValue = false

  public init() {}

  public mutating func null() { literal("null") }

  public mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

  public mutating func integer(_ value: some BinaryInteger) { append("\(value)") }

  /// Shortest digits that read back as the same number.
  public mutating func float(_ value: Double) {
    precondition(value.isFinite, "\(value) is no number of JSON")
    append(value.description)
  }

  public mutating func string(_ value: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    escape(value)
    bytes.append(UInt8(ascii: "\""))
    followsValue = true
  }

  public mutating func array(_ write: (inout JSONWriter) -> Void) {
    enclosed(UInt8(ascii: "["), UInt8(ascii: "]"), write)
  }

  /// What `write` writes are fields: `field(_:_:)`, or a key and a value.
  public mutating func object(_ write: (inout JSONWriter) -> Void) {
    enclosed(UInt8(ascii: "{"), UInt8(ascii: "}"), write)
  }

  public mutating func key(_ key: String) {
    string(key)
    bytes.append(UInt8(ascii: ":"))
    followsValue = false
  }

  /// Puts a text that is JSON already in the place of a value.
  mutating func raw(_ text: [UInt8]) {
    separate()
    bytes += text
    followsValue = true
  }

  /// Ends the text as a message on the wire.
  mutating func endMessage() {
    bytes.append(0)
  }

  private mutating func enclosed(_ opening: UInt8, _ closing: UInt8, _ write: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(opening)
    followsValue = false
    write(&self)
    bytes.append(closing)
    followsValue = true
  }

  private mutating func literal(_ text: StaticString) {
    separate()
    bytes += UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    followsValue = true
  }

  private mutating func append(_ text: String) {
    separate()
    bytes += text.utf8
    followsValue = true
  }

  private mutating func separate() {
    if followsValue { bytes.append(UInt8(ascii: ",")) }
  }
}

extension JSONWriter {
  private mutating func escape(_ value: String) {
    var value = value
    value.withUTF8 { text in
      var start = 0
      for (index, byte) in text.enumerated() where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        bytes += text[start..<index]
        escape(byte)
        start = index + 1
      }
      bytes += text[start...]
    }
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    // Strict peers close on an escaped NUL, and a raw one would end the message.
    case 0x00: bytes += "\u{FFFD}".utf8
    case 0x08: bytes += "\\b".utf8
    case 0x09: bytes += "\\t".utf8
    case 0x0A: bytes += "\\n".utf8
    case 0x0C: bytes += "\\f".utf8
    case 0x0D: bytes += "\\r".utf8
    case 0x01...0x1F: bytes += "\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8
    default: bytes += [UInt8(ascii: "\\"), byte]
    }
  }
}

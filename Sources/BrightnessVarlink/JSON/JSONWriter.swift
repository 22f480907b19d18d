public struct JSONWriter: Sendable {
  public private(set) var bytes: [UInt8] = []
  /// Whether a comma is needed before the next value or key.
  private var followsValue = false

  public init() {
    // Most messages fit, so that the array does not grow step by step.
    bytes.reserveCapacity(512)
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

  /// Writes an object, with `field(_:_:)`, or `key(_:)` and a value, for each member.
  public mutating func object(_ write: (inout JSONWriter) -> Void) {
    enclosed(UInt8(ascii: "{"), UInt8(ascii: "}"), write)
  }

  public mutating func key(_ key: String) {
    string(key)
    bytes.append(UInt8(ascii: ":"))
    followsValue = false
  }

  /// Writes a member of an object, unless the value is nil.
  public mutating func field(_ name: StaticString, _ value: (some JSONWritable)?) {
    if let value { field(name, value) }
  }

  /// Writes a member of an object. The name is part of an interface, and needs no escape.
  public mutating func field(_ name: StaticString, _ value: some JSONWritable) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes += UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    followsValue = false
    value.write(to: &self)
  }

  private mutating func enclosed(_ opening: UInt8, _ closing: UInt8, _ write: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(opening)
    followsValue = false
    write(&self)
    bytes.append(closing)
    followsValue = true
  }

  /// Writes a value that is neither quoted nor enclosed.
  mutating func append(_ text: String) {
    separate()
    bytes += text.utf8
    followsValue = true
  }

  private mutating func separate() {
    if followsValue { bytes.append(UInt8(ascii: ",")) }
  }

  mutating func terminate() { bytes.append(0) }

  private mutating func escape(_ value: String) {
    var value = value
    value.withUTF8 { text in
      var start = 0
      for index in 0..<text.count where Self.mustBeEscaped(text[index]) {
        bytes += UnsafeBufferPointer(rebasing: text[start..<index])
        escape(text[index])
        start = index + 1
      }
      bytes += UnsafeBufferPointer(rebasing: text[start...])
    }
  }

  private static func mustBeEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    // sd-varlink closes the connection on an escaped NUL, and a raw one would end the message.
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

public protocol JSONWritable: Sendable {
  func write(to writer: inout JSONWriter)
}

/// A value that is a JSON object, such as a structure of an interface.
public protocol JSONObjectWritable: JSONWritable {
  func writeFields(to writer: inout JSONWriter)
}

extension JSONObjectWritable {
  public func write(to writer: inout JSONWriter) {
    writer.object { writeFields(to: &$0) }
  }
}

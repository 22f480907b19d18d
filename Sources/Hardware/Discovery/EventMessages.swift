/// The properties of a uevent, as the kernel and udevd write them: `ACTION=change\0DEVPATH=/devices/x\0…\0`.
struct EventProperties {
  /// The longest message accepted, as in libudev. The kernel's own buffer has 2048 bytes.
  static let longestMessage = 8192

  private var values: [String: String] = [:]

  /// Nil if the text was cut. The last of equal keys counts, as in libudev; invalid lines are skipped.
  init?(_ bytes: some BidirectionalCollection<UInt8>) {
    guard bytes.last == 0 else { return nil }
    for line in bytes.dropLast().split(separator: 0) {
      guard let text = String(validating: line, as: UTF8.self), let mark = text.firstIndex(of: "=") else { continue }
      values[String(text[..<mark])] = String(text[text.index(after: mark)...])
    }
  }

  subscript(key: String) -> String? { values[key] }
}

/// The kernel's form of a uevent: `change@/devices/x\0`, then the properties.
enum EventText {
  /// Nil if the text has another form, or was cut.
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

extension DeviceNotification {
  init?(kernelText bytes: UnsafeRawBufferPointer) {
    guard let properties = EventText.properties(bytes) else { return nil }
    self.init { properties[$0] }
  }
}

/// udevd's form of a uevent: a header with fixed offsets, then the properties.
///
/// The corresponding C type is systemd's `monitor_netlink_header`. The magic number and the hashes are in network byte order,
/// the other numbers in that of the machine.
enum UdevMessage {
  static let prefix = Array("libudev\0".utf8)
  static let magic: UInt32 = 0xFEED_CAFE

  /// Offsets of 32-bit numbers.
  enum Place {
    static let magic = 8
    static let start = 16
    static let length = 20
    static let subsystem = 24
  }

  static let headerLength = 40

  /// Nil if the message has another form, or was cut.
  static func properties(_ bytes: UnsafeRawBufferPointer) -> EventProperties? {
    guard headerLength...EventProperties.longestMessage ~= bytes.count, bytes.starts(with: prefix) else { return nil }
    func number(at place: Int) -> UInt32 { bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self) }
    guard UInt32(bigEndian: number(at: Place.magic)) == magic else { return nil }
    let start = Int(number(at: Place.start))
    let end = start + Int(number(at: Place.length))
    guard start >= headerLength, end <= bytes.count else { return nil }
    return EventProperties(bytes[start..<end])
  }

  /// MurmurHash2 of a subsystem's name, by which a socket filter recognizes the subsystem.
  static func hash(of subsystem: String) -> UInt32 {
    let factor: UInt32 = 0x5BD1_E995
    let name = Array(subsystem.utf8)
    var hash = UInt32(name.count)
    var rest = name[...]
    while rest.count >= 4 {
      var word = rest.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) } &* factor
      word = (word ^ word >> 24) &* factor
      hash = hash &* factor ^ word
      rest = rest.dropFirst(4)
    }
    if !rest.isEmpty { hash = (hash ^ rest.reversed().reduce(0) { $0 << 8 | UInt32($1) }) &* factor }
    hash = (hash ^ hash >> 13) &* factor
    return hash ^ hash >> 15
  }
}

extension DeviceNotification {
  init?(udevMessage bytes: UnsafeRawBufferPointer) {
    guard let properties = UdevMessage.properties(bytes) else { return nil }
    self.init { properties[$0] }
  }
}

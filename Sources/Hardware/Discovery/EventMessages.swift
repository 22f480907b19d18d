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

extension DeviceNotification {
  /// Parses the kernel's form of a uevent: `change@/devices/x\0`, then the properties. Nil if the text has another form, was cut,
  /// or does not concern lights.
  init?(kernelText bytes: UnsafeRawBufferPointer) {
    guard bytes.count <= EventProperties.longestMessage, let end = bytes.firstIndex(of: 0) else { return nil }
    // An action, `@`, and the path of a device.
    let header = bytes[..<end]
    guard let mark = header.firstIndex(of: UInt8(ascii: "@")), mark > header.startIndex,
      header[mark...].dropFirst().first == UInt8(ascii: "/"),
      let properties = EventProperties(bytes[end...].dropFirst())
    else { return nil }
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

  enum Place {
    static let magic = 8
    static let start = 16
    static let length = 20
    static let subsystem = 24
  }

  static let headerLength = 40

  /// Hashes of subsystems (MurmurHash2), by which a socket filter recognizes a message.
  static let hashes: [String: UInt32] = ["backlight": 0xC370_B302, "leds": 0x2903_C6C3, "drm": 0x1666_4179]
}

extension DeviceNotification {
  /// Parses udevd's form of a uevent. Nil if the message has another form, was cut, or does not concern lights.
  init?(udevMessage bytes: UnsafeRawBufferPointer) {
    let length = UdevMessage.headerLength...EventProperties.longestMessage
    guard length ~= bytes.count, bytes.starts(with: UdevMessage.prefix) else { return nil }
    func number(at place: Int) -> UInt32 { bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self) }
    guard UInt32(bigEndian: number(at: UdevMessage.Place.magic)) == UdevMessage.magic else { return nil }
    let start = Int(number(at: UdevMessage.Place.start))
    let end = start + Int(number(at: UdevMessage.Place.length))
    guard start >= UdevMessage.headerLength, end <= bytes.count, let properties = EventProperties(bytes[start..<end])
    else { return nil }
    self.init { properties[$0] }
  }
}

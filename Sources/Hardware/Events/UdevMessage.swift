/// A device event as udevd passes it on: a header of fixed places, and the properties.
///
/// The corresponding C type is systemd's `monitor_netlink_header`. The magic number and the hashes have the network's order
/// of bytes, the rest has the machine's.
enum UdevMessage {
  static let prefix = Array("libudev\0".utf8)
  static let magic: UInt32 = 0xFEED_CAFE

  /// Where numbers of 32 bits stand.
  enum Place {
    static let magic = 8
    static let start = 16
    static let length = 20
    static let subsystem = 24
  }

  static let headerLength = 40

  /// Nil if it is no such message, or was cut.
  static func properties(_ bytes: UnsafeRawBufferPointer) -> EventProperties? {
    guard headerLength...EventProperties.longestMessage ~= bytes.count, bytes.starts(with: prefix) else { return nil }
    func number(at place: Int) -> UInt32 { bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self) }
    guard UInt32(bigEndian: number(at: Place.magic)) == magic else { return nil }
    let start = Int(number(at: Place.start))
    let end = start + Int(number(at: Place.length))
    guard start >= headerLength, end <= bytes.count else { return nil }
    return EventProperties(bytes[start..<end])
  }

  /// The hash by which a subsystem is told from others without looking at the properties: MurmurHash2 of its name.
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

extension Hint {
  init?(udevMessage bytes: UnsafeRawBufferPointer) {
    guard let properties = UdevMessage.properties(bytes) else { return nil }
    self.init { properties[$0] }
  }
}

/// A DDC/CI message to a monitor. There are no others, so nothing but the brightness can be
/// changed.
///
/// A message consists of the host's address, the length with its highest bit set, a command, the
/// VCP feature, the value of a change, and a checksum. Some monitors lock up at a feature or
/// command that they do not know, so we never probe.
public enum BrightnessRequest: Hashable, Sendable {
  case get
  case set(UInt16)

  /// The address of a monitor's controller on the bus.
  public static let address: UInt8 = 0x37

  static let feature: UInt8 = 0x10
  private static let host: UInt8 = 0x51
  static let lengthFlag: UInt8 = 0x80

  /// The bytes after the address.
  public var bytes: [UInt8] {
    let command: [UInt8] =
      switch self {
      case .get: [0x01, Self.feature]
      case .set(let level): [0x03, Self.feature, UInt8(level >> 8), UInt8(level & 0xFF)]
      }
    let message = [Self.host, Self.lengthFlag | UInt8(command.count)] + command
    // The checksum covers the address too, as it is on the wire: shifted, with the bit for a write.
    return message + [message.reduce(Self.address << 1, ^)]
  }
}

/// The answer of a monitor that was asked for its brightness.
public enum BrightnessReply: Hashable, Sendable {
  case level(MonitorLevel)
  /// The monitor is not ready yet: it sends a message without content.
  case null
  /// The monitor has no brightness.
  case unsupported
  /// The bytes are not a reply to this request.
  case malformed(MalformedReply)
}

/// A monitor's brightness and its maximum.
public struct MonitorLevel: Hashable, Sendable {
  public let current: UInt16
  public let maximum: UInt16

  public init(_ current: UInt16, of maximum: UInt16) {
    self.current = current
    self.maximum = maximum
  }
}

public enum MalformedReply: Hashable, Sendable {
  case hasNoHeader
  case isTooShort
  case hasWrongChecksum
  case isAboutAnother
}

extension BrightnessReply {
  /// The longest reply, with a first byte that some monitors send twice.
  public static let longest = 12

  private static let display: UInt8 = 0x6E
  /// The address that the checksum of a reply starts from, although it is not on the wire.
  private static let virtualHost: UInt8 = 0x50
  private static let featureReply: UInt8 = 0x02
  private static let levelLength = 8

  /// Parses what was read from the bus: a reply, followed by padding.
  public init(_ bytes: [UInt8]) { self = Self.parse(bytes) }

  private static func parse(_ bytes: [UInt8]) -> BrightnessReply {
    guard bytes.first == display, bytes.count >= 3 else { return .malformed(.hasNoHeader) }
    // Some monitors send their address twice.
    let message = Array(bytes[1] == display ? bytes[1...] : bytes[...])
    // Others do not set the highest bit of the length.
    let length = Int(message[1] & ~BrightnessRequest.lengthFlag)
    guard message.count >= length + 3 else { return .malformed(.isTooShort) }
    // The checksum comes first, because zeros on a floating bus look like a short message.
    guard message[..<(length + 3)].reduce(virtualHost, ^) == 0 else { return .malformed(.hasWrongChecksum) }
    return length == 0 ? .null : parse(content: Array(message[2..<(2 + length)]))
  }

  private static func parse(content: [UInt8]) -> BrightnessReply {
    guard content.count == levelLength else { return .malformed(.isTooShort) }
    guard content[0] == featureReply, content[2] == BrightnessRequest.feature else {
      return .malformed(.isAboutAnother)
    }
    // 0 means success, and 1 is the only other result that the standard defines.
    guard content[1] == 0 else { return .unsupported }
    return .level(MonitorLevel(number(content[6...]), of: number(content[4...])))
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt16 {
    UInt16(bytes[bytes.startIndex]) << 8 | UInt16(bytes[bytes.startIndex + 1])
  }
}

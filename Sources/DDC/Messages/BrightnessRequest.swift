/// A DDC/CI message to a monitor. These are all that exist: nothing else of a monitor can be changed.
///
/// A message is the host's address, the length with its highest bit set, a command, the VCP feature, for a change its value, and a
/// checksum. Some monitors lock up at a feature or command that they do not know, so none is ever tried out.
public enum BrightnessRequest: Hashable, Sendable {
  case get
  case set(UInt16)

  /// The address of a monitor's controller on the bus.
  public static let address: UInt8 = 0x37

  static let feature: UInt8 = 0x10
  private static let host: UInt8 = 0x51
  private static let lengthFlag: UInt8 = 0x80

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

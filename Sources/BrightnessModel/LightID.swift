/// Where lights are found.
public enum Subsystem: String, Hashable, Sendable, CaseIterable {
  case backlight, leds
  /// Monitors, which are controlled over their cable.
  case ddc

  /// The subsystems that are device classes of the kernel.
  public static let classes: [Subsystem] = [.backlight, .leds]
}

/// A light's subsystem and kernel name: "backlight/intel_backlight".
///
/// The name is valid as a folder's name, so that a path made from it stays within the subsystem. It
/// stays the same over a restart, but a driver may use another one after a new kernel or another
/// order of devices.
public struct LightID: Hashable, Sendable, Comparable, CustomStringConvertible, Codable {
  public let subsystem: Subsystem
  public let name: String

  public init(_ subsystem: Subsystem, _ name: String) {
    self.subsystem = subsystem
    self.name = name
  }

  /// Nil unless the text is a subsystem, a slash and a possible device name.
  public init?(_ text: String) {
    guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")),
      let subsystem = Subsystem(rawValue: String(text[..<slash]))
    else { return nil }
    let name = text[text.utf8.index(after: slash)...]
    guard Self.isName(name) else { return nil }
    self.init(subsystem, String(name))
  }

  /// The longest name of a file, in bytes: NAME_MAX.
  public static let longestName = 255

  /// Whether a device's folder can have this name: names such as ".." lead elsewhere.
  ///
  /// Compares bytes: to `String`, a slash with an accent after it is one character, and no slash.
  public static func isName(_ text: some StringProtocol) -> Bool {
    let bytes = text.utf8
    guard 1...longestName ~= bytes.count, bytes.first != UInt8(ascii: ".") else { return false }
    return !bytes.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
  }

  /// Compares bytes, as the kernel does: to `String`, a composed and a decomposed "é" are the same
  /// text.
  public static func == (left: LightID, right: LightID) -> Bool {
    left.subsystem == right.subsystem && left.name.utf8.elementsEqual(right.name.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(subsystem)
    // All bytes at once, because names are hashed several times in each turn.
    var name = name
    name.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// Orders by the bytes of the whole text, so that every list of lights has the same order.
  public static func < (left: LightID, right: LightID) -> Bool {
    if left.subsystem != right.subsystem { return left.subsystem.rawValue < right.subsystem.rawValue }
    return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
  }

  public var description: String { "\(subsystem.rawValue)/\(name)" }

  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let id = LightID(text) else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "'\(text)' is not a light"))
    }
    self = id
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// The kind of a light, by which clients can select lights without knowing their names.
public enum LightKind: String, Hashable, Codable, Sendable, CaseIterable {
  /// A built-in screen.
  case panel
  /// An external screen.
  case monitor
  /// A keyboard's backlight.
  case keyboard
  /// Any other LED that the configuration names.
  case indicator

  public var showsPicture: Bool { self == .panel || self == .monitor }
}

/// Source of a level change, as the kernel reports it in a uevent's `SOURCE`.
public enum ChangeSource: String, Hashable, Codable, Sendable, CaseIterable {
  /// A write to a sysfs file, our own included.
  case sysfs
  /// The firmware, at a key.
  case hotkey
  case unknown
}

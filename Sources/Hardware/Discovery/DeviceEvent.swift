import BrightnessEventLoop
import BrightnessModel

/// A uevent about a light: only a hint that its files have to be read, since events can be late or
/// lost.
public struct DeviceEvent: Hashable, Sendable {
  public enum Action: String, Hashable, Sendable, CaseIterable {
    case add, remove, change, move, online, offline, bind, unbind
  }

  public var action: Action
  public var subsystem: Subsystem
  public var name: String
  /// The name before a `move`, which renames a device.
  public var formerName: String?
  public var source = ChangeSource.unknown
  /// The event's number, counted by the kernel over all devices.
  public var number: UInt64?
  /// Whether the event makes systemd start systemd-backlight, which writes its saved level.
  public var startsSystemdBacklight = false

  public var light: LightID { LightID(subsystem, name) }
}

public enum DeviceNotification: Hashable, Sendable {
  case event(DeviceEvent)
  /// Events were lost, or connectors changed: all lights have to be read.
  case everything
  /// A sensor came or went, perhaps one of light. Nothing is sent when its value changes.
  case sensors

  /// Parses the properties of a uevent; nil if it concerns neither lights nor sensors, or has an
  /// unknown action or no path.
  init?(_ property: (String) -> String?) {
    guard let action = property("ACTION").flatMap(DeviceEvent.Action.init),
      let path = property("DEVPATH"), path.hasPrefix("/"),
      let subsystem = property("SUBSYSTEM")
    else { return nil }
    if subsystem == Self.graphics {
      self = .everything
    } else if subsystem == Self.industrialIO {
      self = .sensors
    } else if let event = DeviceEvent(action, subsystem, path, property) {
      self = .event(event)
    } else {
      return nil
    }
  }

  /// The subsystem of graphics cards, whose events report changes of connectors.
  static let graphics = "drm"
  /// The subsystem of industrial I/O.
  static let industrialIO = "iio"
}

extension DeviceEvent {
  /// An event of a device that can be a light.
  fileprivate init?(_ action: Action, _ subsystem: String, _ path: String, _ property: (String) -> String?) {
    let name = path.lastPathComponent
    guard let subsystem = Subsystem.classes.first(where: { $0.rawValue == subsystem }), LightID.isName(name) else {
      return nil
    }
    let formerName = property("DEVPATH_OLD")?.lastPathComponent
    self.init(
      action: action,
      subsystem: subsystem,
      name: String(name),
      formerName: formerName.flatMap { LightID.isName($0) ? String($0) : nil },
      source: property("SOURCE").flatMap(ChangeSource.init) ?? .unknown,
      number: property("SEQNUM").flatMap { UInt64($0) },
      startsSystemdBacklight: action == .add && Self.startsSystemdBacklight(property)
    )
  }

  /// A synthetic event, as by `udevadm trigger`, does not: the unit is active already.
  private static func startsSystemdBacklight(_ property: (String) -> String?) -> Bool {
    let units = property("SYSTEMD_WANTS")?.split(separator: " ") ?? []
    return property("SYNTH_UUID") == nil && units.contains { $0.hasPrefix("systemd-backlight@") }
  }
}

/// The device events of one light in one turn of the loop.
public struct ChangeEvent: Hashable, Sendable {
  public var sources: Set<ChangeSource>
  /// The number of the newest event that reports a change of the level.
  public var newestLevelEvent: UInt64?
  /// The number of the newest event by a hotkey.
  public private(set) var newestKeyEvent: UInt64?
  /// Whether systemd-backlight is about to write its saved level.
  public var startsSystemdBacklight: Bool

  public init(_ sources: Set<ChangeSource> = [], newestLevelEvent: UInt64? = nil, startsSystemdBacklight: Bool = false)
  {
    self.sources = sources
    self.newestLevelEvent = newestLevelEvent
    newestKeyEvent = sources.contains(.hotkey) ? newestLevelEvent : nil
    self.startsSystemdBacklight = startsSystemdBacklight
  }

  /// The most specific source; a hotkey event is the only one that proves a user.
  public var source: ChangeSource { [.hotkey, .sysfs].first(where: sources.contains) ?? .unknown }

  mutating func add(_ event: DeviceEvent) {
    let move = event.source == .unknown ? nil : event.number
    add(ChangeEvent([event.source], newestLevelEvent: move, startsSystemdBacklight: event.startsSystemdBacklight))
  }

  mutating func add(_ other: ChangeEvent) {
    sources.formUnion(other.sources)
    newestLevelEvent = [newestLevelEvent, other.newestLevelEvent].compactMap(\.self).max()
    newestKeyEvent = [newestKeyEvent, other.newestKeyEvent].compactMap(\.self).max()
    startsSystemdBacklight = startsSystemdBacklight || other.startsSystemdBacklight
  }
}

/// The longest message accepted, as in libudev. The kernel's own buffer has 2048 bytes.
public let longestEvent = 8192

/// The properties of a uevent, as the kernel and udevd write them:
/// `ACTION=change\0DEVPATH=/devices/x\0…\0`.
///
/// Nil if the text was cut. The last of equal keys counts, as in libudev; invalid lines are
/// skipped.
private func properties(of bytes: some BidirectionalCollection<UInt8>) -> [String: String]? {
  guard bytes.last == 0 else { return nil }
  var values: [String: String] = [:]
  for line in bytes.dropLast().split(separator: 0) {
    guard let text = String(validating: line, as: UTF8.self), let mark = text.utf8.firstIndex(of: UInt8(ascii: "="))
    else { continue }
    values[String(text[..<mark])] = String(text[text.utf8.index(after: mark)...])
  }
  return values
}

extension DeviceNotification {
  /// Parses the kernel's form of a uevent: `change@/devices/x\0`, then the properties. Nil if the
  /// text has another form, was cut, or does not concern lights.
  init?(kernelText bytes: UnsafeRawBufferPointer) {
    guard bytes.count <= longestEvent, let end = bytes.firstIndex(of: 0) else { return nil }
    // An action, `@`, and the path of a device.
    let header = bytes[..<end]
    guard let mark = header.firstIndex(of: UInt8(ascii: "@")), mark > header.startIndex,
      header[mark...].dropFirst().first == UInt8(ascii: "/"),
      let properties = properties(of: bytes[end...].dropFirst())
    else { return nil }
    self.init { properties[$0] }
  }
}

/// udevd's form of a uevent: a header with fixed offsets, then the properties.
///
/// The corresponding C type is systemd's `monitor_netlink_header`. The magic number and the hashes
/// are in network byte order, the other numbers in that of the machine.
enum UdevMessage {
  static let prefix = Array("libudev\0".utf8)
  static let magic: UInt32 = 0xFEED_CAFE

  enum Offset {
    static let magic = 8
    static let start = 16
    static let length = 20
    static let subsystem = 24
  }

  static let headerLength = 40

  /// Hashes of subsystems (MurmurHash2), by which a socket filter recognizes a message.
  static let hashes: [String: UInt32] = [
    "backlight": 0xC370_B302, "leds": 0x2903_C6C3, "drm": 0x1666_4179, "iio": 0xD564_5157,
  ]
}

extension DeviceNotification {
  /// Parses udevd's form of a uevent. Nil if the message has another form, was cut, or does not
  /// concern lights.
  init?(udevMessage bytes: UnsafeRawBufferPointer) {
    let length = UdevMessage.headerLength...longestEvent
    guard length ~= bytes.count, bytes.starts(with: UdevMessage.prefix) else { return nil }
    func number(at offset: Int) -> UInt32 { bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    guard UInt32(bigEndian: number(at: UdevMessage.Offset.magic)) == UdevMessage.magic else { return nil }
    let start = Int(number(at: UdevMessage.Offset.start))
    let end = start + Int(number(at: UdevMessage.Offset.length))
    guard start >= UdevMessage.headerLength, end <= bytes.count, let properties = properties(of: bytes[start..<end])
    else { return nil }
    self.init { properties[$0] }
  }
}

/// What is said to have happened to a light. It is a hint: what is so, the files tell.
public struct DeviceEvent: Hashable, Sendable {
  public enum Action: String, Hashable, Sendable, CaseIterable {
    case add, remove, change, move, online, offline, bind, unbind
  }

  public var action: Action
  public var subsystem: Subsystem
  public var name: String
  /// The name before a `move`.
  public var formerName: String?
  public var source: ChangeSource
  /// How many events the machine had had with this one.
  public var number: UInt64?
  /// Whether systemd starts what writes the level that it remembers of the device.
  public var isToBeRestored: Bool

  public init(
    _ action: Action,
    _ subsystem: Subsystem,
    _ name: String,
    formerName: String? = nil,
    source: ChangeSource = .unknown,
    number: UInt64? = nil,
    isToBeRestored: Bool = false
  ) {
    self.action = action
    self.subsystem = subsystem
    self.name = name
    self.formerName = formerName
    self.source = source
    self.number = number
    self.isToBeRestored = isToBeRestored
  }

  public var light: LightID { LightID(subsystem, name) }
}

/// Who moved a backlight, as far as the kernel knows.
public enum ChangeSource: String, Hashable, Sendable, CaseIterable {
  /// A write to one of its files, ours among them.
  case sysfs
  /// The firmware, at a key.
  case hotkey
  case unknown
}

/// Why lights should be looked at again.
public enum Hint: Hashable, Sendable {
  case event(DeviceEvent)
  /// Events were lost, or screens came and went: nothing of what was known has to be so any more.
  case everything
}

extension Hint {
  /// Understands the properties of a device event; nil if it is about nothing that matters to lights.
  init?(_ property: (String) -> String?) {
    guard let action = property("ACTION").flatMap(DeviceEvent.Action.init),
      let path = property("DEVPATH"), path.hasPrefix("/"),
      let subsystem = property("SUBSYSTEM")
    else { return nil }
    if subsystem == Self.screens {
      self = .everything
      return
    }
    let name = path.lastPathComponent
    guard let subsystem = Subsystem(rawValue: subsystem), LightID.isName(name) else { return nil }
    let formerName = property("DEVPATH_OLD")?.lastPathComponent
    self = .event(
      DeviceEvent(
        action,
        subsystem,
        String(name),
        formerName: formerName.flatMap { LightID.isName($0) ? String($0) : nil },
        source: property("SOURCE").flatMap(ChangeSource.init) ?? .unknown,
        number: property("SEQNUM").flatMap { UInt64($0) },
        isToBeRestored: action == .add && Self.isToBeRestored(property)
      )
    )
  }

  /// An event that was asked for, as by `udevadm trigger`, starts nothing of a device that has been there for long.
  private static func isToBeRestored(_ property: (String) -> String?) -> Bool {
    let units = property("SYSTEMD_WANTS")?.split(separator: " ") ?? []
    return property("SYNTH_UUID") == nil && units.contains { $0.hasPrefix("systemd-backlight@") }
  }

  /// The subsystem of graphics cards: its events say that a connector may have been switched on or off.
  static let screens = "drm"
}

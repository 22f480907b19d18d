import Model

/// A uevent about a light. Only a hint: events can be late or lost, so the files are read after each.
public struct DeviceEvent: Hashable, Sendable {
  public enum Action: String, Hashable, Sendable, CaseIterable {
    case add, remove, change, move, online, offline, bind, unbind
  }

  public var action: Action
  public var subsystem: Subsystem
  public var name: String
  public var formerName: String?
  public var source = ChangeSource.unknown
  /// The event's number, counted by the kernel over all devices.
  public var number: UInt64?
  /// Whether the event makes systemd start systemd-backlight, which writes its saved level.
  public var startsRestore = false

  public var light: LightID { LightID(subsystem, name) }
}

public enum DeviceNotification: Hashable, Sendable {
  case event(DeviceEvent)
  /// Events were lost, or connectors changed: all lights have to be read.
  case everything

  /// Parses the properties of a uevent; nil if it does not concern lights.
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
        action: action,
        subsystem: subsystem,
        name: String(name),
        formerName: formerName.flatMap { LightID.isName($0) ? String($0) : nil },
        source: property("SOURCE").flatMap(ChangeSource.init) ?? .unknown,
        number: property("SEQNUM").flatMap { UInt64($0) },
        startsRestore: action == .add && Self.startsRestore(property)
      )
    )
  }

  /// A synthetic event, as by `udevadm trigger`, does not start systemd-backlight again: its unit is active already.
  private static func startsRestore(_ property: (String) -> String?) -> Bool {
    let units = property("SYSTEMD_WANTS")?.split(separator: " ") ?? []
    return property("SYNTH_UUID") == nil && units.contains { $0.hasPrefix("systemd-backlight@") }
  }

  /// The subsystem of graphics cards, whose events report changes of connectors.
  static let screens = "drm"
}

/// The device events of one light in one turn of the loop.
public struct ChangeEvent: Hashable, Sendable {
  public var sources: Set<ChangeSource>
  /// The number of the newest event that reports a change of the level.
  public var newestMove: UInt64?
  /// Whether systemd-backlight is about to write its saved level.
  public var startsRestore: Bool

  public init(_ sources: Set<ChangeSource> = [], newestMove: UInt64? = nil, startsRestore: Bool = false) {
    (self.sources, self.newestMove, self.startsRestore) = (sources, newestMove, startsRestore)
  }

  /// The most specific source; a hotkey event is the only one that proves a user.
  public var source: ChangeSource { [.hotkey, .sysfs].first(where: sources.contains) ?? .unknown }

  mutating func note(_ event: DeviceEvent) {
    let move = event.source == .unknown ? nil : event.number
    add(ChangeEvent([event.source], newestMove: move, startsRestore: event.startsRestore))
  }

  mutating func add(_ other: ChangeEvent) {
    sources.formUnion(other.sources)
    newestMove = [newestMove, other.newestMove].compactMap(\.self).max()
    startsRestore = startsRestore || other.startsRestore
  }
}

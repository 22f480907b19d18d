import BrightnessEventLoop
import BrightnessModel
import DDC

/// The lights of the machine, kept up to date by device events.
///
/// Events are only hints, because they can be lost or late: the files are read after each of them,
/// once at the end of a turn, however many events the turn brought. An actor on the loop for the
/// reason that `LoopActor` gives.
public actor LightRegistry: LoopActor {
  public nonisolated let loop: EventLoop
  public private(set) var choice = LightChoice()

  private let origin: any LightOrigin
  private let settings: LightSettings
  private let findsMonitors: Bool
  private let receive: @Sendable ([Event]) -> Void
  private let sensorsChanged: @Sendable () -> Void
  private var listening: WatchedDescriptor?
  private var lights: [LightID: DiscoveredLight] = [:]
  private var unreadable: [LightID: LightError] = [:]
  private var monitors = MonitorList()
  private var connectors: [MonitorConnector] = []
  private var pending = PendingEvents()
  private var isReadDue = false

  /// `receive` is called on the loop, and so is `sensorsChanged`, after events of sensors and of
  /// panels.
  public init(
    _ origin: any LightOrigin,
    on loop: EventLoop,
    settings: LightSettings = LightSettings(),
    findsMonitors: Bool = false,
    sensorsChanged: @escaping @Sendable () -> Void = {},
    _ receive: @escaping @Sendable ([Event]) -> Void
  ) {
    self.origin = origin
    self.loop = loop
    self.settings = settings
    self.findsMonitors = findsMonitors
    self.receive = receive
    self.sensorsChanged = sensorsChanged
  }

  /// Finds the lights; their events are delivered before this returns.
  public func findLights() throws {
    // Listening comes first, so that no event during the listing is lost.
    listening = try origin.listen(on: loop) { [weak self] notification in
      self?.assumeIsolated { $0.collect(notification) }
    }
    try listLights()
    notify(PendingEvents())
  }

  private func collect(_ notification: DeviceNotification) {
    switch notification {
    case .sensors:
      sensorsChanged()
      return
    case .everything:
      pending.everything = true
      sensorsChanged()
    case .event(let event):
      if event.mayBeOfPanel { sensorsChanged() }
      guard settings.covers(event.light) || event.formerName != nil else { return }
      pending.add(event)
    }
    guard !isReadDue else { return }
    isReadDue = true
    loop.perform { [weak self] in self?.assumeIsolated { $0.readAll() } }
  }

  private func readAll() {
    precondition(isReadDue, "read more than once a turn")
    isReadDue = false
    var notifications = pending
    pending = PendingEvents()
    do {
      if notifications.everything { try listLights() }
    } catch {
      retry(because: error)
    }
    for id in notifications.mayHaveChanged.keys where settings.covers(id) { read(id) }
    // Events of any light may have been lost.
    if notifications.everything {
      let ids = lights.keys + choice.chosen.filter { $0.monitor != nil }.map(\.id)
      for id in ids { notifications.mayHaveChanged[id, default: ChangeEvent()].add(ChangeEvent()) }
    }
    notify(notifications)
  }

  private func listLights() throws(LightError) {
    var found: Set<LightID> = []
    for subsystem in Subsystem.classes {
      for name in try origin.names(in: subsystem) { found.insert(LightID(subsystem, name)) }
    }
    let screens = try MonitorFacts.read(below: origin.root)
    connectors = screens.connectors
    if findsMonitors { monitors = MonitorList(screens) }
    for id in found.union(lights.keys).union(unreadable.keys) where settings.covers(id) { read(id) }
  }

  private func read(_ id: LightID) {
    do {
      lights[id] = try origin.light(id)
      unreadable[id] = nil
    } catch {
      if error.isShortage, lights[id] != nil { return retry(because: error) }
      lights[id] = nil
      unreadable[id] = error
    }
  }

  /// Reads everything at the next event.
  private func retry(because error: LightError) {
    pending.everything = true
    receive([.failed(error)])
  }

  private func notify(_ notifications: PendingEvents) {
    let old = choice.chosen
    let all = lights.values + monitors.monitors.map { DiscoveredLight($0) }
    choice = LightChoice(
      from: Array(all),
      unreadable: unreadable,
      screens: Screens(connectors: connectors, unreachable: monitors.unused),
      settings: settings
    )
    let events = Event.between(old, choice.chosen, notifications)
    if !events.isEmpty { receive(events) }
  }

  public enum Event: Hashable, Sendable {
    case connected(DiscoveredLight)
    /// A monitor got another name at its connector, because another one with the same serial number
    /// was plugged in or unplugged. A second cable to the same monitor counts as another one.
    case renamed(DiscoveredLight, formerly: LightID)
    case changed(DiscoveredLight)
    case disconnected(LightID)
    /// The level may have changed and has to be read.
    case mayHaveChanged(LightID, ChangeEvent)
    /// Listing or reading the lights failed; the next event tries again.
    case failed(LightError)
  }
}

extension LightRegistry.Event {
  /// The events that lead from one set of lights to another. A removed light may reappear as new.
  /// `mayHaveChanged` is sent for a new light only if systemd-backlight will write it, since its
  /// first reading happens anyway.
  static func between(
    _ old: [DiscoveredLight],
    _ new: [DiscoveredLight],
    _ notifications: PendingEvents
  ) -> [LightRegistry.Event] {
    let before = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
    let after = Dictionary(uniqueKeysWithValues: new.map { ($0.id, $0) })
    func isSameDevice(_ light: DiscoveredLight) -> Bool {
      guard let one = before[light.id], let other = after[light.id] else { return false }
      return one.incarnation == other.incarnation && !notifications.removed.contains(light.id)
    }
    func formerName(of light: DiscoveredLight) -> LightID? {
      guard before[light.id] == nil else { return nil }
      return old.first { after[$0.id] == nil && light.isSameMonitor(as: $0) }?.id
    }
    let former = Dictionary(
      uniqueKeysWithValues: new.compactMap { light in formerName(of: light).map { (light.id, $0) } }
    )
    let disconnected = old.filter { !isSameDevice($0) && !former.values.contains($0.id) }
      .map { LightRegistry.Event.disconnected($0.id) }
    let connected = new.filter { !isSameDevice($0) }.map { light -> LightRegistry.Event in
      former[light.id].map { .renamed(light, formerly: $0) } ?? .connected(light)
    }
    let stayed = new.filter(isSameDevice)
    let changed = stayed.filter { before[$0.id] != $0 }.map(LightRegistry.Event.changed)
    let moved = new.compactMap { light -> LightRegistry.Event? in
      guard let event = notifications.mayHaveChanged[light.id] else { return nil }
      return isSameDevice(light) || event.startsSystemdBacklight ? .mayHaveChanged(light.id, event) : nil
    }
    return disconnected + connected + changed + moved
  }
}

extension DiscoveredLight {
  /// Whether both are the same monitor at the same connector.
  fileprivate func isSameMonitor(as other: DiscoveredLight) -> Bool {
    guard let monitor, let former = other.monitor else { return false }
    return monitor.connector.place == former.connector.place && monitor.edid == former.edid
  }
}

/// Device events since the lights were read last, merged per light.
struct PendingEvents {
  var mayHaveChanged: [LightID: ChangeEvent] = [:]
  private(set) var removed: Set<LightID> = []
  var everything = false

  /// A limit on names, which events may invent; above it everything is read.
  static let limit = 1024

  mutating func add(_ event: DeviceEvent) {
    if mayHaveChanged.count >= Self.limit, mayHaveChanged[event.light] == nil {
      everything = true
      return
    }
    mayHaveChanged[event.light, default: ChangeEvent()].add(event)
    if event.action == .remove { removed.insert(event.light) }
    if event.action == .move, let name = event.formerName {
      mayHaveChanged[LightID(event.subsystem, name), default: ChangeEvent()].add(event)
    }
  }
}

extension DeviceEvent {
  /// Whether the light of a panel may have come, gone or got another name. On a machine without
  /// connectors it says whether the sensor in the lid is covered.
  fileprivate var mayBeOfPanel: Bool { light.subsystem == .backlight && action != .change }
}

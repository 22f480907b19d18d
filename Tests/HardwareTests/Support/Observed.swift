@testable import Hardware

import BrightnessEventLoop
import BrightnessModel
import Glibc
import HardwareTesting
import Synchronization

/// A registry on a loop that a test turns, and all events that it reported.
struct Observed {
  let loop: EventLoop
  let registry: LightRegistry
  private let reported: Reported

  private final class Reported: Sendable {
    let events = Mutex<[[LightRegistry.Event]]>([])
  }

  init(_ origin: any LightOrigin, settings: LightSettings = LightSettings(), findsMonitors: Bool = false) throws {
    let reported = Reported()
    loop = try EventLoop()
    registry = LightRegistry(origin, on: loop, settings: settings, findsMonitors: findsMonitors) { events in
      reported.events.withLock { $0.append(events) }
    }
    self.reported = reported
  }

  /// Begins, and drops the events of the first listing.
  static func begun(_ tree: borrowing FakeTree, settings: LightSettings = LightSettings()) throws -> Observed {
    try begun(FakeTreeOrigin(root: tree.root), settings: settings)
  }

  static func begun(_ origin: any LightOrigin, settings: LightSettings = LightSettings()) throws -> Observed {
    let observed = try Observed(origin, settings: settings)
    try observed.findLights()
    _ = observed.takeEvents()
    return observed
  }

  var choice: LightChoice { registry.assumeIsolated { $0.choice } }

  func findLights() throws {
    try registry.assumeIsolated { try $0.findLights() }
  }

  func takeTurn() {
    loop.perform { loop.stop() }
    loop.run()
  }

  /// The reports since the last call, each a list of events.
  func takeEvents() -> [[LightRegistry.Event]] {
    reported.events.withLock { events in
      defer { events = [] }
      return events
    }
  }

  /// The events of one turn, as text.
  func eventsOfTurn() -> [String] {
    takeTurn()
    return takeEvents().flatMap(\.self).map(\.text)
  }
}

extension LightRegistry.Event {
  var text: String {
    switch self {
    case .connected(let light): "connected \(light.id)"
    case .renamed(let light, let former): "renamed \(former) to \(light.id)"
    case .changed(let light): "changed \(light.id)"
    case .disconnected(let id): "disconnected \(id)"
    case .mayHaveChanged(let id, let event):
      "mayHaveChanged \(id) by \(event.sources.map(\.rawValue).sorted().joined(separator: " "))"
    case .failed(let error): "failed: \(error)"
    }
  }
}

/// An origin whose notifications, and whose troubles, come when the test says so.
final class FakeOrigin: LightOrigin {
  let root: String
  private let receive = Mutex<(@Sendable (DeviceNotification) -> Void)?>(nil)
  private let trouble = Mutex<LightError?>(nil)
  private let readingTrouble = Mutex<LightError?>(nil)
  private let listings = Mutex(0)
  private let late = Mutex<FakeDevice?>(nil)

  init(_ tree: borrowing FakeTree) {
    root = tree.root
  }

  var listingCount: Int { listings.withLock { $0 } }

  func fail(with error: LightError?) {
    trouble.withLock { $0 = error }
  }

  func failReading(with error: LightError?) {
    readingTrouble.withLock { $0 = error }
  }

  /// Lets a device of the tree appear just after the names of its class were listed once more.
  func addAfterListing(_ device: FakeDevice) {
    late.withLock { $0 = device }
  }

  func send(_ notification: DeviceNotification) {
    receive.withLock { $0 }?(notification)
  }

  func send(_ action: DeviceEvent.Action, _ device: FakeDevice, _ source: ChangeSource = .unknown) {
    let subsystem = Subsystem(rawValue: device.subsystem)!
    send(.event(DeviceEvent(action: action, subsystem: subsystem, name: device.name, source: source)))
  }

  func names(in subsystem: Subsystem) throws(LightError) -> [String] {
    listings.withLock { $0 += 1 }
    if let error = trouble.withLock({ $0 }) { throw error }
    let names = try FakeTreeOrigin(root: root).names(in: subsystem)
    let late = late.withLock { $0?.subsystem == subsystem.rawValue ? $0.take() : nil }
    guard let late else { return names }
    send(.add, late)
    return names.filter { $0 != late.name }
  }

  func light(_ id: LightID) throws(LightError) -> DiscoveredLight? {
    if let error = readingTrouble.withLock({ $0 }) { throw error }
    return try DiscoveredLight.read(id, under: root)
  }

  func listen(
    on loop: EventLoop,
    _ receive: @escaping @Sendable (DeviceNotification) -> Void
  ) throws(EventSourceError) -> WatchedDescriptor {
    self.receive.withLock { $0 = receive }
    do {
      return try loop.watch(Descriptor(opening: "/dev/null", O_RDONLY), for: []) { _ in }
    } catch {
      throw .refused(error)
    }
  }
}

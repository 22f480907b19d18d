@testable import Hardware

import EventLoop
import Glibc
import HardwareTesting
import Model
import Synchronization

/// A registry on a loop that a test turns by hand, and all the news that it told.
struct Observed {
  let loop: EventLoop
  let registry: LightRegistry
  private let told: Told

  private final class Told: Sendable {
    let news = Mutex<[[LightRegistry.Event]]>([])
  }

  init(_ origin: any LightOrigin, settings: LightSettings = LightSettings()) throws {
    let told = Told()
    loop = try EventLoop()
    registry = LightRegistry(origin, on: loop, settings: settings) { news in told.news.withLock { $0.append(news) } }
    self.told = told
  }

  /// Begins, and forgets the news of the lights that were there.
  static func begun(_ tree: borrowing FakeTree, settings: LightSettings = LightSettings()) throws -> Observed {
    try begun(FakeTreeOrigin(root: tree.root), settings: settings)
  }

  static func begun(_ origin: any LightOrigin, settings: LightSettings = LightSettings()) throws -> Observed {
    let observed = try Observed(origin, settings: settings)
    try observed.begin()
    _ = observed.takeNews()
    return observed
  }

  var choice: LightChoice { registry.assumeIsolated { $0.choice } }

  func begin() throws {
    try registry.assumeIsolated { try $0.begin() }
  }

  func takeTurn() {
    loop.perform { loop.stop() }
    loop.run()
  }

  /// What was told since the last time, each telling in a list of its own.
  func takeNews() -> [[LightRegistry.Event]] {
    told.news.withLock { news in
      defer { news = [] }
      return news
    }
  }

  /// What one turn tells, in words.
  func newsOfTurn() -> [String] {
    takeTurn()
    return takeNews().flatMap(\.self).map(\.words)
  }
}

extension LightRegistry.Event {
  var words: String {
    switch self {
    case .connected(let light): "connected \(light.id)"
    case .changed(let light): "changed \(light.id)"
    case .disconnected(let id): "disconnected \(id)"
    case .mayHaveChanged(let id, let event):
      "mayHaveChanged \(id) by \(event.sources.map(\.rawValue).sorted().joined(separator: " "))"
    case .failed(let error): "failed: \(error)"
    }
  }
}

/// An origin whose notifications, and whose troubles, come when the test says so.
final class ScriptedOrigin: LightOrigin {
  let root: String
  private let receive = Mutex<(@Sendable (DeviceNotification) -> Void)?>(nil)
  private let trouble = Mutex<LightError?>(nil)
  private let readingTrouble = Mutex<LightError?>(nil)
  private let listings = Mutex(0)

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

  func say(_ notification: DeviceNotification) {
    receive.withLock { $0 }?(notification)
  }

  func say(_ action: DeviceEvent.Action, _ device: FakeDevice, _ source: ChangeSource = .unknown) {
    let subsystem = Subsystem(rawValue: device.subsystem)!
    say(.event(DeviceEvent(action: action, subsystem: subsystem, name: device.name, source: source)))
  }

  func names(in subsystem: Subsystem) throws(LightError) -> [String] {
    listings.withLock { $0 += 1 }
    if let error = trouble.withLock({ $0 }) { throw error }
    return try FakeTreeOrigin(root: root).names(in: subsystem)
  }

  func light(_ id: LightID) throws(LightError) -> DiscoveredLight? {
    if let error = readingTrouble.withLock({ $0 }) { throw error }
    return try DiscoveredLight.read(id, under: root)
  }

  func listen(
    on loop: EventLoop,
    _ receive: @escaping @Sendable (DeviceNotification) -> Void
  ) throws(LightError) -> WatchedDescriptor {
    self.receive.withLock { $0 = receive }
    do {
      return try loop.watch(Descriptor(opening: "/dev/null", O_RDONLY), for: []) { _ in }
    } catch {
      throw .refused(error)
    }
  }
}

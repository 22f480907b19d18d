import BrightnessEventLoop
import MQTT
import Synchronization
import Testing

/// A loop with connections, whose events the test waits for.
public final class Room {
  public let loop: EventLoop

  /// Without a loop it has its own, which runs only while a test waits for one of its clients.
  public init(on loop: EventLoop? = nil) throws { self.loop = try loop ?? EventLoop() }

  public func client(_ settings: MQTTSettings) throws -> BrokerClient { try BrokerClient(settings, on: loop) }

  /// A client that the broker has accepted, with its subscriptions.
  public func connected(_ settings: MQTTSettings, to filters: [String] = []) throws -> BrokerClient {
    let client = try client(settings)
    client.wait(for: .connected)
    if !filters.isEmpty {
      client.connection.assumeIsolated { $0.subscribe(to: filters) }
      client.wait(for: .subscribed(refused: []))
    }
    return client
  }
}

public final class BrokerClient {
  public private(set) var connection: MQTTConnection!
  private let loop: EventLoop
  private let events = Events()

  private final class Events: Sendable {
    let all = Mutex<[MQTTEvent]>([])
    let isLate = Mutex(false)
  }

  fileprivate init(_ settings: MQTTSettings, on loop: EventLoop) throws {
    self.loop = loop
    connection = try MQTTConnection(settings, on: loop) { [events, weak loop] event in
      events.all.withLock { $0.append(event) }
      loop?.stop()
    }
  }

  /// What has happened since the last time, up to and with the next event that `isWanted`. It fails
  /// when half a minute passes without one.
  @discardableResult
  public func wait(until isWanted: (MQTTEvent) -> Bool) -> [MQTTEvent] {
    events.isLate.withLock { $0 = false }
    let limit = loop.after(.seconds(30)) { [loop, events] in
      events.isLate.withLock { $0 = true }
      loop.stop()
    }
    defer { loop.cancel(limit) }
    while !events.isLate.withLock(\.self) {
      let found: [MQTTEvent]? = events.all.withLock { all in
        guard let index = all.firstIndex(where: isWanted) else { return nil }
        defer { all.removeFirst(index + 1) }
        return Array(all[...index])
      }
      if let found { return found }
      loop.run()
    }
    Issue.record("no such event: \(events.all.withLock { $0 })")
    return []
  }

  @discardableResult
  public func wait(for event: MQTTEvent) -> [MQTTEvent] { wait { $0 == event } }

  /// Waits for the end of the connection: why it has ended, or why there was none; nil after a
  /// goodbye.
  public func end() -> MQTTError? {
    let events = wait { if case .ended = $0 { true } else { false } }
    if case .ended(let error)? = events.last { return error }
    return nil
  }

  public func publish(_ topic: String, _ text: String, isRetained: Bool = false) {
    connection.assumeIsolated { $0.publish(MQTTMessage(topic: topic, text, isRetained: isRetained)) }
  }

  /// As the death of its process does.
  public func die() { connection = nil }
}

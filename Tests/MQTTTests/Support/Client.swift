import BrightnessEventLoop
import MQTT
import Synchronization
import Testing

/// A loop with connections, whose events the test waits for.
final class Room {
  let loop: EventLoop

  init() throws { loop = try EventLoop() }

  func client(_ settings: MQTTSettings) throws -> Client { try Client(settings, on: loop) }

  /// A client that the broker has accepted, with its subscriptions.
  func connected(_ settings: MQTTSettings, to filters: [String] = []) throws -> Client {
    let client = try client(settings)
    client.wait(for: .connected)
    if !filters.isEmpty {
      client.connection.assumeIsolated { $0.subscribe(to: filters) }
      client.wait(for: .subscribed(refused: []))
    }
    return client
  }
}

final class Client {
  private(set) var connection: MQTTConnection!
  private let loop: EventLoop
  private let events = Events()

  private final class Events: Sendable {
    let all = Mutex<[MQTTEvent]>([])
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
  func wait(until isWanted: (MQTTEvent) -> Bool) -> [MQTTEvent] {
    var isLate = false
    let limit = loop.after(.seconds(30)) { [loop] in loop.stop() }
    defer { loop.cancel(limit) }
    while !isLate {
      let found: [MQTTEvent]? = events.all.withLock { all in
        guard let index = all.firstIndex(where: isWanted) else { return nil }
        defer { all.removeFirst(index + 1) }
        return Array(all[...index])
      }
      if let found { return found }
      let before = events.all.withLock { $0.count }
      loop.run()
      isLate = loop.timerCount == 0 && events.all.withLock { $0.count } == before
    }
    Issue.record("no such event: \(events.all.withLock { $0 })")
    return []
  }

  @discardableResult
  func wait(for event: MQTTEvent) -> [MQTTEvent] { wait { $0 == event } }

  /// Waits for the end of the connection: why it has ended, or why there was none; nil after a
  /// goodbye.
  func end() -> MQTTError? {
    let events = wait { if case .ended = $0 { true } else { false } }
    if case .ended(let error)? = events.last { return error }
    return nil
  }

  func publish(_ topic: String, _ text: String, isRetained: Bool = false) {
    connection.assumeIsolated { $0.publish(MQTTMessage(topic: topic, text, isRetained: isRetained)) }
  }

  /// As the death of its process does.
  func die() { connection = nil }
}

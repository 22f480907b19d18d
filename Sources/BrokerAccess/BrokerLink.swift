import BrightnessEventLoop
import BrightnessModel
import Fleet
import MQTT

/// A connection to a broker that is made again whenever it ends.
package actor BrokerLink: LoopActor {
  package enum Event: Equatable, Sendable {
    /// The broker has accepted the client, which has asked for its topics.
    case connected(host: String, session: FleetName?)
    /// The broker has answered the subscriptions; kept copies follow.
    case subscribed
    case received(MQTTMessage)
    case published(topic: String, isRead: Bool)
    /// The broker does not let the client do something.
    case refused(Refusal)
    /// A connection has ended.
    case disconnected
    /// The next attempt comes after a while.
    case failed(host: String, MQTTError, retryWithin: Duration)
  }

  package enum Refusal: Equatable, Sendable, CustomStringConvertible {
    case subscription(filter: String)
    /// With the reason of version 5.
    case publication(topic: String, reason: Int32)

    package var description: String {
      switch self {
      case .subscription(let filter): "cannot subscribe to '\(filter)': the broker does not allow it"
      case .publication(let topic, let reason):
        "cannot publish to '\(topic)': the broker does not allow it (reason \(reason))"
      }
    }
  }

  /// What one connection begins with.
  package struct Session: Sendable {
    /// Nil if the connections of this client need no names.
    let name: FleetName?
    /// What the broker publishes if the connection ends without a goodbye; nil for that of the
    /// settings.
    let will: MQTTMessage?
    let filters: [String]
    /// Whether it wants the copies that the broker has kept.
    let wantsKept: Bool
    /// A filter for the copies that the broker has kept of this client's own messages.
    let own: String?

    package init(
      name: FleetName? = nil,
      will: MQTTMessage? = nil,
      filters: [String],
      wantsKept: Bool = false,
      own: String? = nil
    ) {
      self.name = name
      self.will = will
      self.filters = filters
      self.wantsKept = wantsKept
      self.own = own
    }
  }

  private enum State {
    case idle
    case connecting(MQTTConnection, Session)
    case connected(MQTTConnection)
    case waiting(Timer)
    /// Says goodbye.
    case stopping(MQTTConnection, done: @Sendable () -> Void)
    case stopped
  }

  /// Brokers of cloud providers accept no more in one message.
  private static let mostFilters = 8

  package nonisolated let loop: EventLoop
  private let brokers: [MQTTSettings]
  private let session: @Sendable () -> Session
  private let report: @Sendable (Event) -> Void
  private var state = State.idle
  /// The number of the newest attempt: an earlier one has no events any more.
  private var attempt = 0
  private var broker: Int
  private var backOff = BackOff()
  private var random = SystemRandomNumberGenerator()

  /// Several brokers are tried in turn, from a random one on, so that machines share them.
  /// - Parameter session: Called for each attempt.
  package init(
    _ brokers: [MQTTSettings],
    on loop: EventLoop,
    session: @escaping @Sendable () -> Session,
    _ report: @escaping @Sendable (Event) -> Void
  ) {
    self.loop = loop
    self.brokers = brokers
    self.session = session
    self.report = report
    broker = brokers.indices.randomElement(using: &random) ?? 0
  }

  /// Connects now, also if there is a connection that may be dead.
  package func connect() {
    switch state {
    case .stopping, .stopped: return
    case .waiting(let timer): loop.cancel(timer)
    case .connected: report(.disconnected)
    case .idle, .connecting: break
    }
    state = .idle
    attempt += 1
    let session = session()
    var settings = brokers[broker]
    if let name = session.name { settings.client += "-\(name)" }
    settings.will = session.will ?? settings.will
    do throws(MQTTError) {
      let connection = try MQTTConnection(settings, on: loop) { [weak self, attempt] event in
        self?.assumeIsolated { $0.handle(event, of: attempt) }
      }
      state = .connecting(connection, session)
    } catch {
      retry(after: error)
    }
  }

  package func publish(_ message: MQTTMessage) {
    guard case .connected(let connection) = state else { return }
    connection.assumeIsolated { $0.publish(message) }
  }

  /// Publishes the last messages, and ends the connection.
  package func stop(_ last: [MQTTMessage], _ done: @escaping @Sendable () -> Void) {
    guard case .connected(let connection) = state else {
      if case .waiting(let timer) = state { loop.cancel(timer) }
      state = .stopped
      return done()
    }
    state = .stopping(connection, done: done)
    connection.assumeIsolated { connection in
      for message in last { connection.publish(message) }
      connection.disconnect()
    }
  }
}

extension BrokerLink {
  private func handle(_ event: MQTTEvent, of attempt: Int) {
    guard attempt == self.attempt else { return }
    switch event {
    case .connected: accept()
    case .received(let message): report(.received(message))
    case .subscribed(let refused):
      for filter in refused { report(.refused(.subscription(filter: filter))) }
      report(.subscribed)
    case .published(let topic, let isRead): report(.published(topic: topic, isRead: isRead))
    case .notPublished(let topic, let reason): report(.refused(.publication(topic: topic, reason: reason)))
    case .ended(let error): end(error)
    }
  }

  private func accept() {
    guard case .connecting(let connection, let session) = state else { return }
    state = .connected(connection)
    backOff.connect(at: .now)
    connection.assumeIsolated { connection in
      let filters = session.filters
      for first in stride(from: 0, to: filters.count, by: Self.mostFilters) {
        connection.subscribe(to: Array(filters[first...].prefix(Self.mostFilters)), withKept: session.wantsKept)
      }
      if let own = session.own { connection.subscribe(to: [own], withKept: true, withOwn: false) }
    }
    report(.connected(host: brokers[broker].host, session: session.name))
  }

  private func end(_ error: MQTTError?) {
    switch state {
    case .stopping(_, let done):
      state = .stopped
      done()
    case .stopped: break
    case .connected:
      report(.disconnected)
      retry(after: error ?? .closed)
    case .idle, .connecting, .waiting: retry(after: error ?? .closed)
    }
  }

  private func retry(after error: MQTTError) {
    let host = brokers[broker].host
    let delay = backOff.delay(after: .init(error), at: .now, using: &random)
    broker = (broker + 1) % brokers.count
    state = .waiting(loop.after(delay) { [weak self] in self?.assumeIsolated { $0.connect() } })
    report(.failed(host: host, error, retryWithin: delay))
  }
}

extension BackOff.Loss {
  init(_ error: MQTTError) {
    self = error == .takenOver ? .nameTaken : error.needsAPerson ? .refused : .failed
  }
}

extension Moment {
  /// Now, on the clock since boot.
  package static var now: Moment { Moment(LoopClock.Instant.now.sinceBoot) }
}

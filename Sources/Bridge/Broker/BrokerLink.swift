import BrightnessEventLoop
import BrightnessModel
import Fleet
import MQTT
import Service

/// A connection to a broker that is made again whenever it ends.
actor BrokerLink: LoopActor {
  enum Event: Equatable, Sendable {
    /// The broker has accepted the bridge, which has asked for its topics.
    case connected
    case received(MQTTMessage)
    /// A connection has ended.
    case disconnected
    /// What `systemctl status` shows.
    case status(String)
  }

  private enum State {
    case idle
    case connecting(MQTTConnection)
    case connected(MQTTConnection)
    case waiting(Timer)
    /// Says goodbye; nothing follows.
    case stopping(MQTTConnection?, done: @Sendable () -> Void)
  }

  /// Brokers of cloud providers accept no more in one message.
  private static let mostFilters = 8

  nonisolated let loop: EventLoop
  private let brokers: [MQTTSettings]
  private let filters: [String]
  private let log: Log
  private let report: @Sendable (Event) -> Void
  private var state = State.idle
  /// The number of the newest attempt: an earlier one has no events any more.
  private var attempt = 0
  private var broker: Int
  private var backOff = BackOff()
  private var random = SystemRandomNumberGenerator()

  /// Several brokers are tried in turn, from a random one on, so that devices share them.
  init(
    _ brokers: [MQTTSettings],
    filters: [String],
    on loop: EventLoop,
    _ log: Log,
    _ report: @escaping @Sendable (Event) -> Void
  ) {
    self.loop = loop
    self.brokers = brokers
    self.filters = filters
    self.log = log
    self.report = report
    broker = brokers.indices.randomElement(using: &random) ?? 0
  }

  /// Connects now, also if there is a connection that may be dead.
  func connect() {
    switch state {
    case .stopping: return
    case .waiting(let timer): loop.cancel(timer)
    case .connected: report(.disconnected)
    case .idle, .connecting: break
    }
    state = .idle
    attempt += 1
    do throws(MQTTError) {
      state = .connecting(
        try MQTTConnection(brokers[broker], on: loop) { [weak self, attempt] event in
          self?.assumeIsolated { $0.handle(event, of: attempt) }
        }
      )
    } catch {
      retry(after: error)
    }
  }

  func publish(_ message: MQTTMessage) {
    guard case .connected(let connection) = state else { return }
    connection.assumeIsolated { $0.publish(message) }
  }

  /// Publishes a last message, and ends the connection.
  func stop(_ last: MQTTMessage, _ done: @escaping @Sendable () -> Void) {
    let former = state
    guard case .connected(let connection) = former else {
      if case .waiting(let timer) = former { loop.cancel(timer) }
      state = .stopping(nil, done: done)
      return done()
    }
    state = .stopping(connection, done: done)
    connection.assumeIsolated { connection in
      connection.publish(last)
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
      for filter in refused { log(.error, "cannot subscribe to '\(filter)': the broker does not allow it") }
    case .notPublished(let topic, let reason):
      log(.warning, "cannot publish to '\(topic)': the broker does not allow it (reason \(reason))", kind: "publishing")
    case .ended(let error): end(error)
    }
  }

  private func accept() {
    guard case .connecting(let connection) = state else { return }
    state = .connected(connection)
    backOff.connect(at: .now)
    connection.assumeIsolated { connection in
      for first in stride(from: 0, to: filters.count, by: Self.mostFilters) {
        connection.subscribe(to: Array(filters[first...].prefix(Self.mostFilters)))
      }
    }
    log(.info, "connected to '\(brokers[broker].host)'", kind: "broker")
    report(.status("connected to '\(brokers[broker].host)'"))
    report(.connected)
  }

  private func end(_ error: MQTTError?) {
    switch state {
    case .stopping(_, let done): done()
    case .connected:
      report(.disconnected)
      retry(after: error ?? .closed)
    default: retry(after: error ?? .closed)
    }
  }

  private func retry(after error: MQTTError) {
    let host = brokers[broker].host
    let delay = backOff.delay(after: .init(error), at: .now, using: &random)
    broker = (broker + 1) % brokers.count
    let seconds = Int((delay / .seconds(1)).rounded(.up))
    let text = "cannot use the broker '\(host)': \(error)"
    log(error.needsAPerson ? .error : .warning, text, kind: "broker")
    report(.status("\(text); next attempt within \(seconds) s"))
    state = .waiting(loop.after(delay) { [weak self] in self?.assumeIsolated { $0.connect() } })
  }
}

extension BackOff.Loss {
  init(_ error: MQTTError) {
    self = error == .takenOver ? .nameTaken : error.needsAPerson ? .refused : .failed
  }
}

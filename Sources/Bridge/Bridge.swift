import BrightnessEventLoop
import BrightnessModel
import BrokerAccess
import ComposableCore
import Fleet
import MQTT
import Service

/// The running bridge: the store of `Fleet` between the broker and the daemon.
actor Bridge: LoopActor {
  private struct Parts {
    let store: Store<Fleet.State, Fleet.Action>
    let broker: BrokerLink
    let daemon: DaemonLink
    let turns: ObserveToken
  }

  nonisolated let loop: EventLoop
  private let settings: FleetSettings
  private let brokers: [MQTTSettings]
  private let socket: DaemonSocket
  private let log: Log
  private let status: @Sendable (BridgeStatus) -> Void
  /// Nil before the start, and after the end.
  private var parts: Parts?
  private var wake: (moment: Moment, timer: Timer)?

  /// - Parameter status: Gets whether it is connected, each time that this changes.
  init(
    _ settings: FleetSettings,
    brokers: [MQTTSettings],
    daemon socket: DaemonSocket,
    _ log: Log,
    status: @escaping @Sendable (BridgeStatus) -> Void
  ) {
    loop = socket.loop
    self.settings = settings
    self.brokers = brokers
    self.socket = socket
    self.log = log
    self.status = status
  }

  func start() {
    let daemon = DaemonLink(socket, log) { [weak self] event in self?.assumeIsolated { $0.send(event) } }
    let session = BrokerLink.Session(filters: settings.topics.filters, own: settings.topics.own)
    let broker = BrokerLink(brokers, on: loop, session: { session }) { [weak self] event in
      self?.assumeIsolated { $0.handle(event) }
    }
    let holds = daemon.assumeIsolated { $0.connections().client }
    let store = Store<Fleet.State, Fleet.Action>(
      initialState: Fleet.State(settings: settings, at: .now),
      executor: loop
    ) {
      Fleet()
    } withDependencies: { [log] values, _ in
      values.localHolds = holds
      values.issueReporter = .logging(to: log)
    } endOfTurn: {
      $0.endTurn()
    }
    let turns = store.observe { [weak self] state in self?.assumeIsolated { $0.carryOut(state) } }
    parts = Parts(store: store, broker: broker, daemon: daemon, turns: turns)
    daemon.assumeIsolated { $0.start() }
    broker.assumeIsolated { $0.connect() }
  }

  /// Ends every hold, and says goodbye to the broker.
  func stop(_ done: @escaping @Sendable () -> Void) {
    if let wake { loop.cancel(wake.timer) }
    guard let parts else { return done() }
    self.parts = nil
    parts.daemon.assumeIsolated { $0.stop() }
    let last = MQTTMessage(settings.topics.offline)
    parts.broker.assumeIsolated { broker in
      // The store ends with the goodbye, and every hold with it.
      broker.stop([last]) { [parts] in withExtendedLifetime(parts) { done() } }
    }
  }

  func send(_ event: Fleet.Event) { parts?.store.send(.happened(event, at: .now)) }
}

extension Bridge {
  private func handle(_ event: BrokerLink.Event) {
    switch event {
    case .connected(let host, _):
      show(.connected(host: host), .info)
      send(.connected)
    case .received(let message): send(.received(FleetMessage(message)))
    case .disconnected: send(.disconnected)
    case .failed(let host, let error, let delay):
      show(.failed(host: host, error, retryWithin: delay), error.needsAPerson ? .error : .warning)
    case .refused(let refusal): log(.error, "\(refusal)", kind: "rights")
    case .subscribed, .published: break
    }
  }

  private func show(_ new: BridgeStatus, _ level: LogLevel) {
    status(new)
    log(level, new.line, kind: "broker")
  }

  /// Carries out what a turn asks for.
  private func carryOut(_ state: Fleet.State) {
    guard let parts else { return }
    for request in state.output {
      switch request {
      case .publish(let message): parts.broker.assumeIsolated { $0.publish(MQTTMessage(message)) }
      case .set(let request): parts.daemon.assumeIsolated { $0.set(request) }
      case .reconnect: parts.broker.assumeIsolated { $0.connect() }
      case .log(let text): log(.warning, text, kind: "messages")
      }
    }
    wake(at: state.nextWake)
  }

  private func wake(at moment: Moment?) {
    if wake?.moment == moment { return }
    if let wake { loop.cancel(wake.timer) }
    wake = moment.map { moment in
      let timer = loop.after(max(.zero, moment - .now)) { [weak self] in
        self?.assumeIsolated { bridge in
          bridge.wake = nil
          bridge.send(.woke)
        }
      }
      return (moment, timer)
    }
  }
}

extension IssueReporter {
  /// Logs misuse of the store, with the limit of a kind for each place in the code.
  fileprivate static func logging(to log: Log) -> IssueReporter {
    IssueReporter { issue in
      let location = "\(issue.location)"
      log(.error, "internal error at \(location): \(issue.message)", kind: location)
    }
  }
}

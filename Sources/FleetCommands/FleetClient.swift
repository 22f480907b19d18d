import BrightnessEventLoop
import BrokerAccess
import Commands
import Fleet
import MQTT
import Service

/// What a verb needs of the broker: its address, the topics of this controller, and a loop.
struct FleetClient: Sendable {
  static let program = "brightness-fleet"

  /// How long after the last kept message the state of the devices counts as complete. Brokers send
  /// all that they have kept at once, and say nothing at the end.
  fileprivate static let silence = Duration.milliseconds(300)

  let loop: EventLoop
  let topics: ControllerTopics
  private let brokers: [MQTTSettings]

  /// - Parameter file: The only configuration file; nil for those of the user and of the system.
  init(configuration file: String?, on loop: EventLoop) throws(Failure) {
    let reading = FleetReading(Self.places(file).read())
    for problem in reading.problems where !problem.isError { Console.printError("\(problem)", by: Self.program) }
    if let problem = reading.problems.first(where: \.isError) {
      throw Failure(.failed, reason: "\(problem)", hint: "see brightness-fleet(1)")
    }
    guard let topics = reading.topics else { preconditionFailure("topics without a problem can be used") }
    self.loop = loop
    self.topics = topics
    brokers = try converting({ Failure(.failed, reason: "\($0)") }) { () throws(BrokerAccessError) in
      try reading.configuration.broker.connections(as: topics.controller, .ofProcess)
    }.map { broker in
      var broker = broker
      broker.client = Self.program
      return broker
    }
  }

  private static func places(_ file: String?) -> ConfigurationPlaces {
    if let file { return ConfigurationPlaces(file: file) }
    return UserFolders.configuration(Console.variable).map { .ofUser(in: $0, program) } ?? .ofSystem(program)
  }

  func link(
    session: @escaping @Sendable () -> BrokerLink.Session,
    _ report: @escaping @Sendable (BrokerLink.Event) -> Void
  ) -> BrokerLink {
    BrokerLink(brokers, on: loop, session: session, report)
  }

  /// A connection without a will, for as long as `body` needs it.
  func connected<Value>(
    to filters: [String],
    _ body: (inout FleetConnection) async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    var connection = try await FleetConnection(self, to: filters)
    let value = try await body(&connection)
    await connection.link.end()
    return value
  }

  /// What all devices have published, as the broker has kept it, and what it has kept of other
  /// topics.
  func view(with others: [String] = []) async throws(Failure) -> FleetView {
    try await connected(to: [topics.devices] + others) { (connection) throws(Failure) in
      try await connection.view()
    }
  }

  /// Notes that an attempt has failed; returns why the verb ends, if no broker can be reached.
  func fail(_ first: inout FirstConnection, _ host: String, _ error: MQTTError) -> Failure? {
    guard case .missing(let failures) = first else { return nil }
    first = .missing(failures: failures + 1)
    guard failures + 1 >= brokers.count || error.needsAPerson else { return nil }
    return Failure(broker: host, error)
  }
}

/// Whether a verb has had a connection. Until then an error ends it, once each broker was tried.
enum FirstConnection: Equatable, Sendable {
  case missing(failures: Int)
  case made
}

extension Failure {
  fileprivate init(broker host: String, _ error: MQTTError) {
    self.init(.unreachable, reason: "cannot use the broker '\(host)': \(error)")
  }
}

extension BrokerLink {
  private static let longestGoodbye = Duration.seconds(2)

  /// Publishes the last messages and says goodbye. A broker that does not answer sees the end of
  /// the process instead.
  nonisolated func end(_ last: [FleetMessage] = []) async {
    let (ends, end) = AsyncStream<Void>.makeStream()
    let limit = loop.after(Self.longestGoodbye) { end.finish() }
    await stop(last.map { MQTTMessage($0) }) { end.finish() }
    for await _ in ends {}
    loop.cancel(limit)
  }
}

extension FleetName {
  /// The name of a new session.
  static var random: FleetName { FleetName(of: String(UInt64.random(in: 0...UInt64.max), radix: 16)) }
}

/// One connection of a verb that does not hold.
struct FleetConnection {
  private enum Event: Sendable {
    case broker(BrokerLink.Event)
    case silent
  }

  private let client: FleetClient
  fileprivate let link: BrokerLink
  private let continuation: AsyncStream<Event>.Continuation
  private var events: AsyncStream<Event>.Iterator
  private var first = FirstConnection.missing(failures: 0)

  fileprivate init(_ client: FleetClient, to filters: [String]) async throws(Failure) {
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    let session = BrokerLink.Session(name: .random, filters: filters, wantsKept: true)
    self.client = client
    self.events = events.makeAsyncIterator()
    self.continuation = continuation
    link = client.link(session: { session }) { continuation.yield(.broker($0)) }
    await link.connect()
    // Without filters nothing is subscribed.
    _ = try await next { event in
      switch event {
      case .broker(.subscribed): true
      case .broker(.connected): filters.isEmpty
      default: false
      }
    }
  }

  /// Publishes messages; returns when the broker has all of them, and whether anybody reads them.
  mutating func publish(_ messages: [FleetMessage]) async throws(Failure) -> Bool {
    var isRead = false
    for message in messages { await link.publish(MQTTMessage(message)) }
    for _ in messages {
      let event = try await next { if case .broker(.published) = $0 { true } else { false } }
      if case .broker(.published(_, true)) = event { isRead = true }
    }
    return isRead
  }

  /// What is received until it is enough, or until nothing came for a while.
  mutating func view(until isEnough: (FleetView) -> Bool = { _ in false }) async throws(Failure) -> FleetView {
    var view = FleetView()
    while !isEnough(view) {
      let timer = client.loop.after(FleetClient.silence) { [continuation] in continuation.yield(.silent) }
      defer { client.loop.cancel(timer) }
      let event = try await next { event in
        switch event {
        case .silent, .broker(.received): true
        default: false
        }
      }
      guard case .broker(.received(let message)) = event else { return view }
      view.receive(FleetMessage(message), client.topics)
    }
    return view
  }

  /// The next event that `isWanted`. The end of the connection ends the verb, because what has
  /// arrived is unknown.
  private mutating func next(_ isWanted: (Event) -> Bool) async throws(Failure) -> Event {
    while let event = await events.next() {
      switch event {
      case .broker(.connected): first = .made
      case .broker(.failed(let host, let error, _)):
        if first == .made { throw Failure(broker: host, error) }
        if let failure = client.fail(&first, host, error) { throw failure }
        // At once, with the next broker: a person waits.
        await link.connect()
      case .broker(.refused(let refusal)): throw Failure(.permissionDenied, reason: "\(refusal)")
      default: break
      }
      if isWanted(event) { return event }
    }
    preconditionFailure("the events do not end")
  }
}

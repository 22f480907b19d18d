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
  private static let silence = Duration.milliseconds(300)

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
    let home = Console.variable("HOME").map { "\($0)/.config" }
    guard let folder = Console.variable("XDG_CONFIG_HOME").flatMap({ $0.hasPrefix("/") ? $0 : nil }) ?? home else {
      return .ofSystem(program)
    }
    return .ofUser(in: folder, program)
  }

  func link(
    session: @escaping @Sendable () -> BrokerLink.Session,
    _ report: @escaping @Sendable (BrokerLink.Event) -> Void
  ) -> BrokerLink {
    BrokerLink(brokers, on: loop, session: session, report)
  }

  /// A connection without a will, for as long as `body` needs it. It is not made again: `body` gets
  /// the events of the first one.
  func connected<Value>(
    to filters: [String],
    _ body: (inout FleetConnection) async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    var connection = try await FleetConnection(self, to: filters)
    let value = try await body(&connection)
    await connection.close()
    return value
  }

  /// What all devices have published, as the broker has kept it.
  func view() async throws(Failure) -> FleetView {
    try await connected(to: [topics.devices]) { (connection) throws(Failure) in
      try await connection.view(within: Self.silence)
    }
  }

  /// Why there is no connection, when each broker has been tried `failures` times together.
  func failure(_ host: String, _ error: MQTTError, failures: Int) -> Failure? {
    guard failures >= brokers.count || error.needsAPerson else { return nil }
    return Failure(.unreachable, reason: "cannot use the broker '\(host)': \(error)")
  }
}

extension FleetName {
  /// The name of a new session.
  static var random: FleetName {
    let number = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    return FleetName(of: String(repeating: "0", count: 16 - number.count) + number)
  }
}

/// One connection of a verb that does not hold.
struct FleetConnection {
  private enum Event: Sendable {
    case broker(BrokerLink.Event)
    case silent
  }

  let client: FleetClient
  private let link: BrokerLink
  private let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation
  private var iterator: AsyncStream<Event>.Iterator
  private var failures = 0

  fileprivate init(_ client: FleetClient, to filters: [String]) async throws(Failure) {
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    let session = BrokerLink.Session(name: .random, filters: filters, wantsKept: true)
    self.client = client
    self.events = events
    self.continuation = continuation
    iterator = events.makeAsyncIterator()
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

  /// Ends the connection, with a goodbye.
  func close() async {
    let (ends, end) = AsyncStream<Void>.makeStream()
    await link.stop([]) { end.finish() }
    for await _ in ends {}
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

  /// The next message on a topic that was asked for.
  mutating func message() async throws(Failure) -> FleetMessage {
    let event = try await next { if case .broker(.received) = $0 { true } else { false } }
    guard case .broker(.received(let message)) = event else { preconditionFailure("the event is such a one") }
    return FleetMessage(message)
  }

  /// What is received until nothing came for a while.
  mutating func view(within silence: Duration) async throws(Failure) -> FleetView {
    var view = FleetView()
    while true {
      let timer = client.loop.after(silence) { [continuation] in continuation.yield(.silent) }
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
  }

  /// The next event that `isWanted`. A connection that ends ends the verb.
  private mutating func next(_ isWanted: (Event) -> Bool) async throws(Failure) -> Event {
    while let event = await iterator.next() {
      switch event {
      case .broker(.failed(let host, let error, _)):
        failures += 1
        if let failure = client.failure(host, error, failures: failures) { throw failure }
        await link.connect()
      case .broker(.refused(let refusal)): throw Failure(.permissionDenied, reason: "\(refusal)")
      default: break
      }
      if isWanted(event) { return event }
    }
    preconditionFailure("the events do not end")
  }
}

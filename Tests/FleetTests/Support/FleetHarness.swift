import BrightnessControl
import BrightnessModel
import BrightnessVarlink
import ComposableCore
import ComposableTesting
import Synchronization

@testable import Fleet

/// The bridge in a store that the test steps: events in, requests and connections out.
final class FleetHarness {
  /// A step of a connection to the daemon, as tests write it: `.open(1, 40)` for the percentage of
  /// the scene's first claim.
  enum Step: Equatable {
    case open(Int, Double)
    case close(Int)
  }

  let executor = SteppedExecutor()
  let topics: FleetTopics
  private let store: Store<Fleet.State, Fleet.Action>
  private let log = ConnectionLog()
  private(set) var now = Moment(.seconds(1000))
  private var wake: Moment?
  /// The remote holds after the last event.
  private(set) var holds: IdentifiedArrayOf<RemoteHold.State> = []
  private(set) var requests: [FleetRequest] = []

  init(_ change: (inout FleetSettings) -> Void = { _ in }) throws {
    topics = try FleetTopics(device: name("kiosk-7"), groups: [name("lobby")])
    var settings = FleetSettings(topics: topics, version: "1.0")
    change(&settings)
    let initial = Fleet.State(settings: settings, at: now)
    store = Store(initialState: initial, executor: executor) {
      Fleet()
    } withDependencies: { [log] values, _ in
      values.context = .test
      values.issueReporter = .recordingFailure
      values.localHolds = LocalHoldClient(open: log.open, close: log.close)
    } endOfTurn: {
      $0.endTurn()
    }
  }

  var state: Fleet.State { executor.perform { store.state } }

  /// The connections that were opened and closed since the last call.
  func takeSteps() -> [Step] { log.takeSteps() }

  /// The percentages that the open connections hold, in the order of their numbers.
  var held: [Double] { log.open.sorted { $0.key < $1.key }.compactMap { $0.value.claims.first?.percent } }

  var isHoldingNothing: Bool { log.open.isEmpty }

  var names: [String?] { log.open.sorted { $0.key < $1.key }.map(\.value.name) }

  /// Reduces events one after another, and keeps what they request.
  func send(_ events: Fleet.Event...) {
    for event in events {
      executor.perform { _ = store.send(.happened(event, at: now)) }
      executor.drain()
      let state = state
      requests += state.output
      wake = state.nextWake
      holds = state.holds
    }
  }

  /// Lets time pass as a program does: the bridge wakes whenever it asked for it.
  func wait(_ duration: Duration) {
    let end = now + duration
    while let wake, wake <= end {
      now = max(now, wake)
      send(.woke)
    }
    now = end
  }

  /// Lets time pass without a wake, as a suspend does.
  func suspend(_ duration: Duration) { now = now + duration }
}

extension FleetHarness {
  /// Delivers a document.
  func document(
    _ percent: Double,
    of session: String = "guard/1",
    to address: String = "all",
    isRetained: Bool = false,
    _ change: (inout FleetDocument) -> Void = { _ in }
  ) {
    var document = FleetDocument(scene: scene(percent))
    change(&document)
    receive("to/\(address)/hold/\(session)", text(document), isRetained: isRetained)
  }

  func end(_ session: String = "guard/1", _ payload: String = "ended") { receive("session/\(session)", payload) }

  func receive(_ topic: String, _ payload: String, isRetained: Bool = false) {
    send(
      .received(FleetMessage(topic: "brightnessd/\(topic)", payload: Array(payload.utf8), isRetained: isRetained))
    )
  }

  /// Reports that the daemon holds the scene of a connection.
  func hold(_ connection: Int, _ event: SceneEvent = .holding) {
    send(.localHold(LocalHoldID(number: connection), .scene(event, light: nil)))
  }

  func report(_ connection: Int, _ event: LocalHoldEvent) { send(.localHold(LocalHoldID(number: connection), event)) }

  /// The messages published since the last call: topics without their root and device, and
  /// payloads.
  func takePublished() -> [Published] {
    let messages = requests.compactMap { if case .publish(let message) = $0 { message } else { nil } }
    requests.removeAll { if case .publish = $0 { true } else { false } }
    return messages.map { Published($0, topics) }
  }

  func takeRequests() -> [FleetRequest] {
    defer { requests = [] }
    return requests
  }
}

struct Published: Equatable {
  let topic: String
  let payload: String

  init(_ topic: String, _ payload: String) { (self.topic, self.payload) = (topic, payload) }

  init(_ message: FleetMessage, _ topics: FleetTopics) {
    let prefix = "\(topics.root)/"
    topic = message.topic.hasPrefix(prefix) ? String(message.topic.dropFirst(prefix.count)) : message.topic
    payload = String(decoding: message.payload, as: UTF8.self)
  }
}

/// The connections of the bridge, in place of the daemon.
private final class ConnectionLog: Sendable {
  private struct Content {
    var steps: [FleetHarness.Step] = []
    var open: [Int: SessionsInterface.SceneRequest] = [:]
  }

  private let content = Mutex(Content())

  var open: [Int: SessionsInterface.SceneRequest] { content.withLock { $0.open } }

  func takeSteps() -> [FleetHarness.Step] {
    content.withLock { content in
      defer { content.steps = [] }
      return content.steps
    }
  }

  func open(_ id: LocalHoldID, _ scene: SessionsInterface.SceneRequest) {
    content.withLock { content in
      content.open[id.number] = scene
      content.steps.append(.open(id.number, scene.claims.first?.percent ?? 0))
    }
  }

  func close(_ id: LocalHoldID) {
    content.withLock { content in
      content.open[id.number] = nil
      content.steps.append(.close(id.number))
    }
  }
}

func name(_ text: String) -> FleetName {
  guard let name = FleetName(text) else { preconditionFailure("'\(text)' is no name") }
  return name
}

func scene(_ percent: Double, name: String? = nil) -> SessionsInterface.SceneRequest {
  SessionsInterface.SceneRequest(name: name, claims: [.init(rule: .exactly, percent: percent)])
}

func text(_ document: FleetDocument) -> String {
  var writer = JSONWriter()
  document.write(to: &writer)
  return String(decoding: writer.bytes, as: UTF8.self)
}

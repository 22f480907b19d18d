import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink
import ComposableCore
import Synchronization

@testable import Fleet

/// A document of a hold: what is accepted is written and read back as the same, and held under the
/// name of its controller.
let fleetDocuments: FuzzTarget = { bytes in
  try refusing { () throws(Refusal) in
    let limits = DocumentLimits()
    let document = try FleetDocument(reading: bytes, within: limits)
    expect(
      (try? FleetDocument(reading: document.json, within: limits)) == document,
      "\(document) is read back as another"
    )
    try document.check(within: limits)
    expect(document.lease <= limits.longestLease && document.grace <= document.lease, "\(document)")
    let scene = try document.localScene(of: guardName)
    expect(scene.name?.hasPrefix("guard") == true && scene.claims == document.scene.claims, "\(document) is \(scene)")
  }
}

/// A level to set: what is accepted is a percentage, and read back as it is written.
let fleetLevels: FuzzTarget = { bytes in
  try refusing { () throws(Refusal) in
    let level = try LevelPayload(bytes)
    expect(0...100 ~= level.percent, "\(level) is no percentage")
    expect((try? LevelPayload(level.json)) == level, "\(level) is read back as another")
  }
}

/// Topics, one a line, after a line with the root, the device and its groups: one that is accepted
/// is spelled as it was.
let fleetTopics: FuzzTarget = { bytes in
  let lines = bytes.parts(between: UInt8(ascii: "\n"))
  let words = lines[0].split(separator: " ", omittingEmptySubsequences: false).map(String.init)
  let names = words.dropFirst().map { FleetName($0) ?? FleetName(of: $0) }
  guard let device = names.first else { return }
  let topics: FleetTopics
  let controller: ControllerTopics
  do throws(FleetNamesError) {
    topics = try FleetTopics(root: words[0], device: device, groups: Array(names.dropFirst()))
    controller = try ControllerTopics(root: words[0], controller: guardName, prefix: "homeassistant")
  } catch {
    worded("\(error)")
    throw error
  }
  let filters = topics.filters + [topics.own, controller.devices, controller.statuses, controller.replies(to: device)]
  expect(filters.allSatisfy { $0.hasPrefix("\(words[0])/") }, "\(filters)")
  for line in lines.dropFirst() {
    if let received = topics.received(line) {
      expect(spelled(received, topics).allSatisfy { $0 == line }, "\(line) is \(received)")
    }
    if let (device, topic) = controller.received(line) {
      expect(topic.spelled(root: controller.root, device: device) == line, "\(line) is \(topic) of \(device)")
      expect(controller.cleared(topic, of: device).topic == line, "\(line) is cleared as another")
    }
  }
}

/// How the topics of a device or of a controller spell what a topic means.
private func spelled(_ received: ReceivedTopic, _ topics: FleetTopics) -> [String] {
  func name(_ address: FleetAddress) -> FleetName { FleetName(of: topics.name(of: address)) }
  func sender(_ name: FleetName) -> ControllerTopics? { try? ControllerTopics(root: topics.root, controller: name) }
  switch received {
  case .hold(let address, let session):
    return [sender(session.controller)?.document([], of: session.name, to: name(address)).topic ?? ""]
  case .session(let session):
    let sender = sender(session.controller)
    return [sender?.lost(session.name), sender?.ended(session.name)].map { $0?.topic ?? "" }
  case .set(let address, let light): return [sender(guardName)?.level([], of: light, to: name(address)).topic ?? ""]
  case .own(let topic): return [topics.topic(topic)]
  }
}

/// What a device publishes, as a controller reads it: what is accepted is read back as it is
/// written.
let fleetStates: FuzzTarget = { bytes in
  readBack(PublishedLight.self, from: bytes)
  readBack(PublishedHolds.self, from: bytes)
  readBack(PublishedHealth.self, from: bytes)
  readBack(FleetReply.self, from: bytes)
}

private func readBack<Value: JSONObjectReadable & JSONObjectWritable & Equatable>(_: Value.Type, from bytes: [UInt8]) {
  guard let value = Value(lenient: bytes) else { return }
  let again = Value(lenient: value.json)
  expect(again == value, "\(value) is read back as \(again.map { "\($0)" } ?? "none")")
}

/// Messages of a broker to a bridge, and between them steps of time. When nothing follows, every
/// hold ends with its lease, and no connection to the daemon is left.
let fleetMessages: FuzzTarget = { bytes in
  let loop = try EventLoop()
  let connections = Connections()
  let topics = try FleetTopics(device: FleetName(of: "kiosk"), groups: [FleetName(of: "lobby")])
  var now = Moment(.seconds(1000))
  let initial = Fleet.State(settings: FleetSettings(topics: topics, version: "1"), at: now)
  let store = Store<Fleet.State, Fleet.Action>(initialState: initial, executor: loop) {
    Fleet()
  } withDependencies: { values, _ in
    values.localHolds = LocalHoldClient(
      open: { id, _ in connections.open.withLock { _ = $0.insert(id) } },
      close: { id in connections.open.withLock { _ = $0.remove(id) } }
    )
  } endOfTurn: {
    $0.endTurn()
  }
  for step in steps(bytes) {
    switch step {
    case .pause(let time):
      now = now + time
      store.send(.happened(.woke, at: now))
    case .message(let message): store.send(.happened(.received(message), at: now))
    }
    run(loop)
  }
  while let wake = store.state.nextWake {
    now = max(now, wake)
    store.send(.happened(.woke, at: now))
  }
  run(loop)
  expect(store.state.holds.isEmpty, "\(store.state.holds) are left")
  expect(connections.open.withLock(\.isEmpty), "connections are left")
}

/// Messages of devices to a controller, and between them steps of time. Its document is not
/// repeated more often than once a second, and each device that it has seen can be forgotten.
let fleetDevices: FuzzTarget = { bytes in
  let topics = try ControllerTopics(controller: guardName)
  let scene = SessionsInterface.SceneRequest(claims: [.init(rule: .exactly, percent: 100)])
  var hold = FleetHold(FleetDocument(scene: scene), to: FleetName(of: "lobby"), topics: topics)
  var view = FleetView()
  var now = Moment(.seconds(1000))
  var sent = now
  expect(hold.connect(as: FleetName(of: "1"), at: now).count == 1, "a session begins without its document")
  for step in steps(bytes) {
    let repeated: [FleetMessage]
    switch step {
    case .pause(let time):
      now = now + time
      repeated = hold.wake(at: now)
    case .message(let message):
      view.receive(message, topics)
      repeated = hold.receive(message, at: now)
    }
    if repeated.isEmpty { continue }
    expect(repeated.count == 1 && now - sent >= .seconds(1), "\(repeated) after \(now - sent)")
    sent = now
  }
  hold.disconnect()
  expect(hold.nextWake == nil && hold.end().isEmpty, "a hold without a connection has messages")
  expect(hold.connect(as: FleetName(of: "2"), at: now).isEmpty, "a hold that has ended begins again")
  for device in view.devices.keys.sorted() {
    for message in view.clearing(device, topics) { view.receive(message, topics) }
  }
  expect(view.devices.isEmpty, "\(view.devices) are left")
}

private enum Step {
  case message(FleetMessage)
  case pause(Duration)
}

/// Steps, a line each: a topic, a space and the payload, or a number of milliseconds that pass.
private func steps(_ bytes: [UInt8]) -> [Step] {
  bytes.split(separator: UInt8(ascii: "\n")).prefix(64).map { line in
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
    let topic = words.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
    if words.count == 1, let time = UInt16(topic) { return .pause(.milliseconds(Int(time))) }
    return .message(FleetMessage(topic: topic, payload: words.count == 2 ? Array(words[1]) : []))
  }
}

private final class Connections: Sendable {
  let open = Mutex<Set<LocalHoldID>>([])
}

/// Lets effects begin and end.
private func run(_ loop: EventLoop) {
  for _ in 0..<4 {
    loop.perform { loop.stop() }
    loop.run()
  }
}

private let guardName = FleetName(of: "guard")

/// The message about a refusal can be shown.
private func refusing(_ body: () throws(Refusal) -> Void) throws {
  do throws(Refusal) {
    try body()
  } catch {
    worded("\(error)")
    expect(Refusal.Kind.allCases.contains(error.kind), "\(error)")
    throw error
  }
}

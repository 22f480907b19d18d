import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import Brokers
import Foundation
import HardwareTesting
import MQTT
import Programs
import Testing

/// The bridge between a daemon and a real broker, and a client of the broker that sees all topics.
final class RunningBridge {
  static let device = "brightnessd/device/kiosk-7"
  static let panel = "\(device)/light/backlight--panel"

  let broker: Broker
  private let room: Room
  private let words: [String]
  private let variables: [String]
  private let folder: TemporaryFolder
  /// Where it says whether it is connected.
  var status: String? { try? String(contentsOfFile: "\(folder.path)/status", encoding: .utf8) }
  private(set) var program: Program
  private var eye: BrokerClient
  /// What the client has seen on each topic since the last wait for it.
  private var seen: [String: [String]] = [:]

  /// `broker` and `fleet` are more lines of the sections of its configuration, and `secrets` its
  /// credentials.
  init(
    to socket: String,
    on loop: EventLoop? = nil,
    through broker: Broker? = nil,
    broker lines: [String] = [],
    fleet: [String] = [],
    secrets: [String: String] = [:],
    before: (Room, Broker) throws -> Void = { _, _ in }
  ) throws {
    let broker = try broker ?? Broker()
    self.broker = broker
    room = try Room(on: loop)
    folder = try TemporaryFolder()
    try before(room, broker)
    eye = try room.connected(broker.settings("eye", as: "eye"), to: ["#"])
    let address = ["[Broker]", "Host=\(broker.host)", "Port=\(Broker.port)", "TLS=no"]
    let names = ["[Fleet]", "Device=kiosk-7", "Groups=lobby"]
    let file = "\(folder.path)/bridge.conf"
    try (address + lines + names + fleet).joined(separator: "\n")
      .write(toFile: file, atomically: false, encoding: .utf8)
    for (name, text) in secrets {
      try text.write(toFile: "\(folder.path)/\(name)", atomically: false, encoding: .utf8)
    }
    words = ["brightnessd-mqtt", "--config", file, "--socket", socket, "--log", "warning"]
    variables = ["CREDENTIALS_DIRECTORY=\(folder.path)", "RUNTIME_DIRECTORY=\(folder.path)"]
    program = try Program(words, variables, errors: .included)
  }

  func start() throws { program = try Program(words, variables, errors: .included) }

  /// Waits until the broker has the bridge, which has asked for its topics before it says so.
  func waitUntilOnline() { wait(for: "online", on: "\(Self.device)/status") }

  /// Waits until a message with a text is published on a topic, and returns it.
  @discardableResult
  func wait(for text: String, on topic: String = "\(device)/holds") -> String {
    wait(on: topic) { $0.contains(text) }
  }

  @discardableResult
  func wait(on topic: String, until isWanted: (String) -> Bool) -> String {
    while true {
      if let index = seen[topic]?.firstIndex(where: isWanted) {
        defer { seen[topic]?.removeFirst(index + 1) }
        return seen[topic]?[index] ?? ""
      }
      let events = eye.wait { if case .received(let message) = $0 { message.topic == topic } else { false } }
      if events.isEmpty { return "" }
      for case .received(let message) in events { seen[message.topic, default: []].append(message.text) }
    }
  }

  /// Starts the broker again, and waits until the bridge is back.
  func startBroker() throws {
    try broker.start()
    seen = [:]
    eye = try room.connected(broker.settings("eye", as: "eye"), to: ["#"])
    waitUntilOnline()
  }

  /// What the broker keeps below a topic, with the rest of the names of its topics.
  func kept(below root: String = device) throws -> [String: String] {
    var settings = broker.settings("reader", as: "eye")
    // Version 5 asks the broker not to send kept copies.
    settings.version = .v311
    let reader = try room.connected(settings, to: ["\(root)/#", "end"])
    reader.publish("end", "")
    var kept: [String: String] = [:]
    for case .received(let message) in reader.wait(for: .received(MQTTMessage(topic: "end", ""))) {
      kept[String(message.topic.dropFirst(root.count + 1))] = message.text
    }
    kept[""] = nil
    return kept
  }

  /// A client of the broker, as one of its users.
  func client(as user: String) throws -> BrokerClient { try room.connected(broker.settings(user, as: user)) }

  func controller(_ name: String = "guard", _ session: String = "1", will: String? = nil) throws -> Controller {
    try Controller(name, session, of: broker, in: room, will: will)
  }

  /// Expects that nothing more has been published on topics until now.
  func expectNothing(on topics: [String]) {
    eye.publish("end", "now")
    wait(for: "now", on: "end")
    for topic in topics { #expect(seen["brightnessd/\(topic)"] ?? [] == [], "\(topic)") }
  }
}

/// A controller: a client of the broker with a session, whose will ends its holds.
final class Controller {
  private let name: String
  private let session: String
  private let client: BrokerClient

  /// `will` is another topic of its will than that of its session.
  init(_ name: String, _ session: String, of broker: Broker, in room: Room, will: String?) throws {
    self.name = name
    self.session = session
    var settings = broker.settings("\(name)-\(session)", as: name)
    settings.will = MQTTMessage(topic: will ?? "brightnessd/session/\(name)/\(session)", "lost")
    client = try room.connected(settings)
  }

  /// Sends a document: a scene, and more of the document. Without a grace the end is exact.
  func hold(_ percent: Int = 100, to address: String = "lobby", scene: String = "", _ more: String = "") {
    let claims = #""claims":[{"rule":"exactly","percent":\#(percent)}]"#
    let grace = more.contains("grace") ? "" : #","graceMilliseconds":0"#
    send(#"{"scene":{"name":"alarm",\#(claims)\#(scene)}\#(grace)\#(more)}"#, to: address)
  }

  func send(_ document: String, to address: String = "lobby", isRetained: Bool = false) {
    client.publish("brightnessd/to/\(address)/hold/\(name)/\(session)", document, isRetained: isRetained)
  }

  func set(_ level: String, light: String? = nil, isRetained: Bool = false) {
    client.publish("brightnessd/to/kiosk-7/set" + (light.map { "/\($0)" } ?? ""), level, isRetained: isRetained)
  }

  func publish(_ topic: String, _ text: String) { client.publish(topic, text) }

  /// Says that a session has ended.
  func end(_ session: String? = nil, _ word: String = "ended") {
    client.publish("brightnessd/session/\(name)/\(session ?? self.session)", word)
  }

  /// As the death of its process does.
  func die() { client.die() }
}

extension MQTTMessage {
  var text: String { String(decoding: payload, as: UTF8.self) }
}

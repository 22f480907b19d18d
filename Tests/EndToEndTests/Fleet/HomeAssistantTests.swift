import BrightnessControl
import BrightnessModel
import Brokers
import Foundation
import Glibc
import Programs
import Testing

/// What Home Assistant finds at a real broker, and what it does there.
@Suite struct HomeAssistantTests {
  /// The part of the message that these tests follow.
  private struct Message: Decodable {
    let components: [String: Component]
  }

  private struct Component: Decodable {
    struct Topic: Decodable { let topic: String }

    let platform: String
    let availability: [Topic]?
    let commands: String?
    let state: String?

    private enum CodingKeys: String, CodingKey {
      case platform, availability
      case commands = "command_topic"
      case state = "state_topic"
    }
  }

  private static let topic = "homeassistant/device/brightnessd/kiosk-7/config"

  private let fleet: FleetMachine

  init() throws { fleet = try FleetMachine(fleet: ["[HomeAssistant]", "Discovery=yes"]) }

  @Test func `the broker keeps the message for when Home Assistant starts`() throws {
    try waitForPanel()

    #expect(try fleet.bridge.kept(below: "homeassistant").keys.sorted() == ["device/brightnessd/kiosk-7/config"])
  }

  @Test func `a broker that has lost the message gets it again`() throws {
    try waitForPanel()
    fleet.bridge.broker.kill()

    try fleet.bridge.startBroker()

    try waitForPanel()
  }

  @Test func `a bridge that starts again sends the message again`() throws {
    try waitForPanel()
    fleet.bridge.program.kill()

    try fleet.bridge.start()

    try waitForPanel()
  }

  @Test func `a level that Home Assistant sets becomes the base level, which it reads`() throws {
    let panel = try waitForPanel()
    let (commands, state) = (try #require(panel.commands), try #require(panel.state))

    try fleet.bridge.controller().publish(commands, "40")

    #expect(try fleet.observer.levels(until: 7_680) == [7_680])
    fleet.bridge.wait(for: #""base":40"#, on: state)
  }

  @Test func `the panel is available as long as the device is online and the panel is there`() throws {
    let topics = try #require(try waitForPanel().availability?.map(\.topic))
    try #require(topics.count == 2)

    fleet.bridge.program.kill()
    fleet.bridge.wait(for: "offline", on: topics[0])
    try fleet.bridge.start()
    fleet.bridge.wait(for: "online", on: topics[0])
    fleet.bridge.wait(for: #""state":"free""#, on: topics[1])
    try waitForPanel()

    try fleet.machine.unplug(Machine.panel)
    let message = fleet.bridge.wait(for: #""backlight--panel":{"platform":"number"}"#, on: Self.topic)
    #expect(try Self.components(message).values.map(\.platform).sorted() == ["binary_sensor", "number", "sensor"])
    fleet.bridge.wait(on: topics[1]) { $0.isEmpty }
  }

  @Test func `a panel that went away while the bridge did not run is removed`() throws {
    try waitForPanel()
    fleet.bridge.program.kill()
    try fleet.machine.restart(without: Machine.panel)

    try fleet.bridge.start()

    let message = fleet.bridge.wait(for: #""backlight--panel":{"platform":"number"}"#, on: Self.topic)
    #expect(try Self.components(message).count == 3)
  }

  @Test func `a device that is forgotten is forgotten by Home Assistant too`() throws {
    try waitForPanel()
    fleet.bridge.program.signal(SIGTERM)
    fleet.bridge.program.waitForEnd()

    let forgotten = try RunningController(of: fleet.bridge.broker).run("forget", "kiosk-7")

    #expect(forgotten.status == 0)
    #expect(try fleet.bridge.kept(below: "homeassistant") == [:])
    #expect(try fleet.bridge.kept() == [:])
  }

  @Test func `the automation of the manual holds the panel until its switch is off`() throws {
    let payloads = try Recipe("Home Assistant", language: "yaml", of: "fleet").payloads
    try #require(payloads.count == 2)
    let controller = try fleet.bridge.controller()

    controller.publish("brightnessd/to/lobby/hold/home/1", payloads[0])
    try fleet.observer.levels(until: FleetMachine.full)
    // What is left of it, rounded down to its first digits.
    fleet.bridge.wait(for: #""leaseMilliseconds":14"#)
    controller.publish("brightnessd/session/home/1", payloads[1])

    try fleet.expectReturn()
  }

  @discardableResult
  private func waitForPanel() throws -> Component {
    let message = fleet.bridge.wait(for: "command_topic", on: Self.topic)
    return try #require(try Self.components(message)["backlight--panel"])
  }

  private static func components(_ message: String) throws -> [String: Component] {
    try JSONDecoder().decode(Message.self, from: Data(message.utf8)).components
  }
}

import BrightnessControl
import BrightnessModel
import Brokers
import Foundation
import MQTT
import Programs
import Testing

/// What others can do at a broker with the access list that is installed as an example.
@Suite struct RemoteRightsTests {
  private static let scene = #"{"scene":{"claims":[{"rule":"exactly","percent":10}]}}"#

  private let fleet: FleetMachine

  init() throws {
    let secrets = ["mqtt.password": "secret of kiosk-7\n"]
    fleet = try FleetMachine(
      through: try Self.broker(),
      fleet: ["[HomeAssistant]", "Discovery=yes"],
      secrets: secrets
    )
  }

  @Test func `a controller neither sends documents nor ends sessions under the name of another`() throws {
    let holder = try fleet.holder()
    let other = try fleet.bridge.client(as: "other")

    expectRefusal(of: other, "to/lobby/hold/guard/1", Self.scene)
    expectRefusal(of: other, "to/lobby/hold/guard/2", Self.scene)
    expectRefusal(of: other, "session/guard/1", "ended")

    try fleet.expectNothing(before: holder)
  }

  /// The broker accepts a client with such a will, and drops the will.
  @Test func `a will on the topic of another session ends nothing`() throws {
    let holder = try fleet.holder()
    let other = try fleet.bridge.controller("other", "2", will: "brightnessd/session/guard/1")

    other.die()
    try fleet.bridge.broker.wait(for: "Client other-2 closed its connection")

    fleet.bridge.expectNothing(on: ["session/guard/1"])
    try fleet.expectNothing(before: holder)
  }

  @Test func `a device publishes neither for another device nor as a controller`() throws {
    let stolen = try fleet.bridge.client(as: "kiosk-8")
    let topics = [
      "device/kiosk-7/status", "reply/guard/1/kiosk-7", "to/lobby/hold/guard/1", "to/lobby/hold/kiosk-8/1",
      "session/guard/1", "to/kiosk-7/set", "to/kiosk-8/set",
    ]

    for topic in topics { expectRefusal(of: stolen, topic, Self.scene) }

    fleet.bridge.expectNothing(on: topics)
    try fleet.expectNothing(before: try fleet.bridge.controller())
  }

  @Test func `a bridge under the name of another device says so in its log`() throws {
    let other = try RunningBridge(
      to: fleet.machine.socket,
      through: fleet.bridge.broker,
      broker: ["User=kiosk-8"],
      fleet: ["Device=kiosk-9"],
      secrets: ["mqtt.password": "secret of kiosk-8"]
    )

    let topic = "brightnessd/device/kiosk-9/status"
    try other.program.wait(for: "cannot publish to '\(topic)': the broker does not allow it (reason 135)")
  }

  @Test func `a device tells Home Assistant about itself, and reads what the broker has kept of it`() throws {
    fleet.bridge.wait(for: "command_topic", on: "homeassistant/device/brightnessd/kiosk-7/config")
    fleet.bridge.program.kill()
    try fleet.machine.restart(without: Machine.panel)

    try fleet.bridge.start()

    fleet.bridge.wait(on: RunningBridge.panel) { $0.isEmpty }
  }

  @Test func `a device tells Home Assistant nothing about another device`() throws {
    let stolen = try fleet.bridge.client(as: "kiosk-8")
    let topic = "homeassistant/device/brightnessd/kiosk-7/config"

    stolen.publish(topic, "")

    stolen.wait(for: .notPublished(topic: topic, reason: 0x87))
  }

  @Test func `Home Assistant sets levels, and holds under its own name`() throws {
    let home = try fleet.bridge.controller("home")

    home.set("30", light: "backlight--panel")
    try fleet.observer.levels(until: FleetMachine.less)
    home.hold()
    try fleet.observer.levels(until: FleetMachine.full)
    home.end()

    #expect(try fleet.observer.levels(until: FleetMachine.less) == [FleetMachine.less])
  }

  @Test func `the client has all rights that it needs under the name of its user`() throws {
    let controller = try RunningController(of: fleet.bridge.broker, user: "guard")
    let hold = try controller.start("hold", "--to", "lobby", "--max")
    try fleet.observer.levels(until: FleetMachine.full)
    try hold.wait(for: "kiosk-7: holding\n")
    fleet.bridge.wait(for: #""holder":"guard""#, on: RunningBridge.panel)

    let list = try controller.run("list")
    let set = try controller.run("set", "--to", "kiosk-7", "30%")

    #expect(list.output.contains("  guard\n"))
    #expect(set.status == 0)
    hold.kill()
    try fleet.observer.levels(until: FleetMachine.less)
  }

  @Test func `the client says what its user may not do`() throws {
    let controller = try RunningController(of: fleet.bridge.broker, user: "kiosk-8")

    let hold = try controller.run("hold", "--to", "lobby", "--max")

    #expect(hold.status == 1)
    #expect(hold.output.contains("the broker does not allow it"))
  }

  private func expectRefusal(of client: BrokerClient, _ topic: String, _ text: String) {
    let topic = "brightnessd/\(topic)"
    client.publish(topic, text)
    client.wait(for: .notPublished(topic: topic, reason: 0x87))
  }

  /// With the controller of the list and another one, two devices, and the test's own client.
  private static func broker() throws -> Broker {
    let path = "\(Package.root)/packaging/mqtt/examples/brightnessd.acl"
    let others = """
      user other
      topic write brightnessd/to/+/hold/other/+
      topic write brightnessd/session/other/+
      user eye
      topic readwrite #
      """
    let users = ["guard", "home", "other", "eye", "kiosk-7", "kiosk-8"]
    return try Broker(
      ["allow_anonymous false", "acl_file FOLDER/acl"],
      files: ["acl": try String(contentsOfFile: path, encoding: .utf8) + others],
      passwords: Dictionary(uniqueKeysWithValues: users.map { ($0, "secret of \($0)") })
    )
  }
}

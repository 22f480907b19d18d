import BrightnessControl
import BrightnessModel
import BrightnessVarlink
import Foundation
import Testing

@testable import Fleet

/// What Home Assistant is told. `Scripts/test-homeassistant` shows the fixture to its own schemas,
/// and runs the templates.
@Suite struct DiscoveryTests {
  private let harness: FleetHarness

  init() throws {
    harness = try FleetHarness {
      $0.homeAssistant = HomeAssistantSettings()
      $0.homeAssistant?.area = "Lobby"
    }
  }

  @Test func `the message is the one that was shown to Home Assistant's schemas`() throws {
    let path = "\(#filePath.components(separatedBy: "/Tests/FleetTests/")[0])/Tests/Fixtures/HomeAssistant/payload.json"
    let expected = try JSON(parsing: String(contentsOfFile: path, encoding: .utf8).utf8)
    harness.send(.light(panel, .sample(panel)), .light(monitor, .sample(monitor)), .connected)
    _ = try payload()

    harness.send(.lightRemoved(monitor))

    #expect(try payload() == expected)
  }

  @Test func `every key is one that Home Assistant knows, and none that it needs is missing`() throws {
    connect(panel)
    let message = try payload()

    #expect(Self.keys(message) == ["components", "device", "origin"])
    #expect(
      Self.keys(message?["device"]) == [
        "identifiers", "manufacturer", "model", "name", "suggested_area", "sw_version",
      ]
    )
    #expect(Self.keys(message?["origin"]) == ["name", "sw_version"])
    let all = ["availability", "availability_mode", "name", "platform", "state_topic", "unique_id", "value_template"]
    let more = [
      "": [
        "command_topic", "icon", "json_attributes_topic", "max", "min", "mode", "qos", "step", "unit_of_measurement",
      ],
      ".shown": ["entity_category", "state_class", "unit_of_measurement"],
      ".held": ["entity_category"],
    ]
    let components = message?["components"]
    #expect(Self.keys(components) == more.keys.map { "backlight--panel\($0)" }.sorted())
    for (part, keys) in more {
      let component = components?["backlight--panel\(part)"]
      #expect(Self.keys(component) == (all + keys).sorted())
    }
  }

  @Test func `the level is set on the topic that this device reads`() throws {
    connect(panel)

    guard case .string(let topic)? = try payload()?["components"]?["backlight--panel"]?["command_topic"] else {
      Issue.record("there is no topic")
      return
    }
    #expect(harness.topics.received(topic) == .set(.device, LightTopicName(of: panel)))
  }

  @Test func `everything is said again at each connection`() throws {
    connect(panel)
    let first = try payload()

    harness.send(.disconnected, .connected)

    #expect(try payload() == first)
    #expect(first != nil)
  }

  @Test(arguments: [2, 0])
  func `a light that is gone is removed once, also if it went without a connection`(seconds: Int) throws {
    connect(panel, monitor)
    _ = harness.takePublished()
    if seconds == 0 { harness.send(.disconnected) }
    harness.wait(.seconds(seconds))
    harness.send(.lightRemoved(monitor))
    if seconds == 0 { harness.send(.connected) }
    let removal = try payload()?["components"]
    harness.send(.disconnected, .connected)
    let later = try payload()?["components"]

    let removed = [("", "number"), (".shown", "sensor"), (".held", "binary_sensor")]
    for (part, platform) in removed {
      #expect(removal?["ddc--monitor\(part)"] == .object(["platform": .string(platform)]))
    }
    #expect(Self.keys(removal).count == 6)
    #expect(Self.keys(later).count == 3)
  }

  @Test func `a light of which the broker has kept a message is removed if it is gone`() throws {
    connect(panel)
    _ = try payload()

    harness.receive("device/kiosk-7/light/backlight--panel", "{}", isRetained: true)
    harness.receive("device/kiosk-7/light/ddc--monitor", "{}", isRetained: true)

    let removal = try payload()?["components"]
    #expect(removal?["ddc--monitor"] == .object(["platform": .string("number")]))
    #expect(Self.keys(removal).count == 6)
    #expect(try payload() == nil)
  }

  @Test func `no more lights are removed than a device can have`() throws {
    connect(panel)
    _ = try payload()

    for number in 0...PublishedView.mostKept {
      harness.receive("device/kiosk-7/light/ddc--\(number)", "{}", isRetained: true)
    }

    #expect(try Self.keys(payload()?["components"]).count == 3 * PublishedView.mostKept)
  }

  @Test func `a light is removed before its topic is cleared`() {
    connect(panel, monitor)
    harness.wait(.seconds(2))
    _ = harness.takePublished()

    harness.send(.lightRemoved(monitor))

    #expect(harness.takePublished().map(\.topic) == [Self.topic, "device/kiosk-7/light/ddc--monitor"])
  }

  @Test func `changes of lights are gathered for two seconds, and changes of levels are none`() {
    connect(panel)
    _ = harness.takePublished()

    harness.send(.light(monitor, .sample(monitor)))
    harness.wait(.milliseconds(1999))
    #expect(!harness.takePublished().contains { $0.topic == Self.topic })
    harness.wait(.milliseconds(1))
    #expect(harness.takePublished().count { $0.topic == Self.topic } == 1)

    harness.send(.light(panel, .sample(panel, level: 7, session: 1)))
    harness.wait(.seconds(10))
    #expect(!harness.takePublished().contains { $0.topic == Self.topic })
  }

  @Test func `a light has its alias as its name, else its model, else its kind`() throws {
    var light = LightsInterface.Light.sample(monitor)
    harness.send(.connected, .light(monitor, light))
    #expect(try names() == ["Monitor"])

    light.model = "DELL U2720Q"
    harness.send(.light(monitor, light))
    #expect(try names() == ["DELL U2720Q"])

    light.alias = "door"
    harness.send(.light(monitor, light))
    #expect(try names() == ["door"])
  }

  @Test func `lights of one name are told apart`() throws {
    connect(panel, monitor, LightID(.ddc, "other"))

    #expect(try names() == ["Panel", "Monitor monitor", "Monitor other"])
  }

  @Test(arguments: [(4.2, 5), (0, 0), (100, 100)])
  func `the lowest level is the floor, in whole percent`(floor: Double, least: Int64) throws {
    var light = LightsInterface.Light.sample(panel)
    light.floor = floor
    harness.send(.light(panel, light), .connected)

    let component = try payload()?["components"]?["backlight--panel"]
    #expect(component?["min"] == .integer(least))
    #expect(
      component?["value_template"]
        == .string(
          "{{ [value_json.base | round | int, \(least)] | max if value and value_json.state != 'unread' else 'None' }}"
        )
    )
  }

  @Test func `nothing is said before the lights are known`() throws {
    harness.send(.connected)
    #expect(try payload() == nil)

    harness.send(.light(panel, .sample(panel)))
    #expect(try Self.keys(payload()?["components"]).count == 3)
    harness.send(.lightRemoved(panel))
    #expect(try payload()?["components"]?["backlight--panel"] == .object(["platform": .string("number")]))
  }

  @Test func `the configured name is shown`() throws {
    let harness = try FleetHarness {
      $0.homeAssistant = HomeAssistantSettings()
      $0.homeAssistant?.name = "Sign at the door"
      $0.homeAssistant?.prefix = "site/ha"
    }
    harness.send(.light(panel, .sample(panel)), .connected)

    let message = harness.takePublished().last
    #expect(message?.topic == "site/ha/device/brightnessd/kiosk-7/config")
    #expect(message?.payload.contains(#""name":"Sign at the door""#) == true)
    #expect(message?.payload.contains("suggested_area") == false)
  }

  @Test func `a device that accepts no levels shows them, and removes what would set them`() throws {
    let harness = try FleetHarness {
      $0.homeAssistant = HomeAssistantSettings()
      $0.accepts = [.hold]
    }
    harness.send(.light(panel, .sample(panel)), .connected)

    let components = try Self.payload(harness)?["components"]
    #expect(components?["backlight--panel"] == .object(["platform": .string("number")]))
    #expect(Self.keys(components).count == 3)
  }

  private static let topic = "homeassistant/device/brightnessd/kiosk-7/config"

  private func connect(_ lights: LightID...) {
    for light in lights { harness.send(.light(light, .sample(light))) }
    harness.send(.connected)
  }

  /// The newest message since the last call.
  private func payload() throws -> JSON? { try Self.payload(harness) }

  private static func payload(_ harness: FleetHarness) throws -> JSON? {
    harness.wait(.seconds(2))
    return try harness.takePublished().last { $0.topic == topic }.map { try JSON(parsing: $0.payload.utf8) }
  }

  private func names() throws -> [String] {
    guard case .object(let components)? = try payload()?["components"] else { return [] }
    return components.members.compactMap { member in
      if case .string(let name)? = member.value["name"], !member.key.contains(".") { name } else { nil }
    }
  }

  private static func keys(_ json: JSON?) -> [String] {
    if case .object(let object)? = json { object.members.map(\.key).sorted() } else { [] }
  }
}

extension JSON {
  fileprivate subscript(key: String) -> JSON? { if case .object(let object) = self { object[key] } else { nil } }
}

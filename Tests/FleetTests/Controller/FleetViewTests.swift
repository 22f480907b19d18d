import BrightnessControl
import BrightnessModel
import Testing

@testable import Fleet

@Suite struct FleetViewTests {
  private let topics: ControllerTopics
  private var view = FleetView()

  init() throws { topics = try ControllerTopics(controller: name("guard")) }

  @Test mutating func `a view reads all that a device publishes`() throws {
    let device = try FleetHarness()
    device.send(.connected, .light(panel, .sample(panel)), .otherHolds(1))
    device.send(.health(DaemonHealth(pendingRestores: 1, monitorWrites: 2)))
    device.document(40) { $0.scene.name = "evacuation" }
    device.wait(.seconds(1))
    take(device)

    let kiosk = try #require(view.devices[name("kiosk-7")])
    #expect(kiosk.isOnline)
    #expect(kiosk.lights[panel]?.light == .sample(panel))
    #expect(
      kiosk.health == PublishedHealth(version: "1.0", DaemonHealth(pendingRestores: 1, monitorWrites: 2), refused: [:])
    )
    #expect(kiosk.holds?.local == 1)
    #expect(kiosk.holds?.remote.map(\.session) == [RemoteSession(name("guard"), name("1"))])
    #expect(kiosk.holds?.remote.map(\.name) == ["evacuation"])
    #expect(kiosk.holds?.remote.map(\.address) == ["all"])
  }

  @Test mutating func `a will shows a device as offline, and its lights as they were`() throws {
    let device = try FleetHarness()
    device.send(.connected, .light(panel, .sample(panel)))
    take(device)
    view.receive(device.topics.offline, topics)

    let kiosk = try #require(view.devices[name("kiosk-7")])
    #expect(!kiosk.isOnline)
    #expect(kiosk.lights.keys.sorted() == [panel])
  }

  @Test mutating func `a light whose topic was cleared is gone`() throws {
    let device = try FleetHarness()
    device.send(.connected, .light(panel, .sample(panel)))
    device.send(.lightRemoved(panel))
    take(device)

    #expect(view.devices[name("kiosk-7")]?.lights == [:])
  }

  @Test mutating func `clearing a device takes each of its topics, and then it is gone`() throws {
    let device = try FleetHarness()
    device.send(.connected, .light(panel, .sample(panel)))
    take(device)

    let messages = view.clearing(name("kiosk-7"), topics)
    #expect(
      messages.map(\.topic) == [
        "brightnessd/device/kiosk-7/holds", "brightnessd/device/kiosk-7/light/backlight--panel",
        "brightnessd/device/kiosk-7/status",
      ]
    )
    #expect(messages.allSatisfy { $0.isRetained && $0.payload.isEmpty })
    for message in messages { view.receive(message, topics) }
    #expect(view.devices == [:])
  }

  @Test mutating func `a device is not gone while Home Assistant knows it`() throws {
    let topic = topics.discovery(of: name("kiosk-7"))
    view.receive(FleetMessage(topic: topic, payload: Array("{}".utf8)), topics)

    let messages = view.clearing(name("kiosk-7"), topics)
    #expect(messages == [FleetMessage(topic: topic, payload: [], isRetained: true)])
    for message in messages { view.receive(message, topics) }
    #expect(view.devices == [:])
  }

  @Test mutating func `what cannot be read counts as absent`() {
    func receive(_ topic: String, _ payload: String) {
      view.receive(FleetMessage(topic: "brightnessd/\(topic)", payload: Array(payload.utf8)), topics)
    }
    receive("device/kiosk-1/holds", "[]")
    receive("device/kiosk-1/new", "1")
    receive("device/kiosk 1/status", "online")
    receive("other/kiosk-1/status", "online")

    #expect(view.devices.keys.sorted() == [name("kiosk-1")])
    #expect(view.devices[name("kiosk-1")]?.holds == nil)
  }

  private mutating func take(_ device: FleetHarness) {
    for case .publish(let message) in device.takeRequests() { view.receive(message, topics) }
  }
}

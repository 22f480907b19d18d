import BrightnessModel
import Testing

@testable import Fleet

/// The topics of a controller `guard`, and what a device of the group `lobby` makes of them.
@Suite struct ControllerTopicsTests {
  private let topics: ControllerTopics
  private let device: FleetTopics

  init() throws {
    topics = try ControllerTopics(root: "site/screens", controller: name("guard"))
    device = try FleetTopics(root: "site/screens", device: name("kiosk-7"), groups: [name("lobby")])
  }

  @Test func `a device reads what a controller publishes`() {
    let session = RemoteSession(name("guard"), name("1"))
    let light = LightTopicName(of: panel)

    let document = topics.document([1], of: name("1"), to: name("lobby"))
    #expect(device.received(document.topic) == .hold(.group(name("lobby")), session))
    #expect(device.received(topics.lost(name("1")).topic) == .session(session))
    #expect(device.received(topics.ended(name("1")).topic) == .session(session))
    #expect(device.received(topics.level([1], of: nil, to: name("all")).topic) == .set(.all, nil))
    #expect(device.received(topics.level([1], of: light, to: name("kiosk-7")).topic) == .set(.device, light))
    #expect(
      [topics.lost(name("1")), topics.ended(name("1"))].map(\.payload) == [Array("lost".utf8), Array("ended".utf8)]
    )
  }

  @Test func `a controller reads what a device publishes`() {
    let reply = PublishedTopic.reply(RemoteSession(name("guard"), name("1")))
    let discovery = PublishedTopic.discovery(prefix: topics.prefix)
    for topic in [PublishedTopic.status, .holds, .health, .light(LightTopicName(of: panel)), reply, discovery] {
      let received = topics.received(device.topic(topic))

      #expect(received?.device == name("kiosk-7"))
      #expect(received?.topic == topic)
    }
  }

  @Test func `answers to other controllers are not for this one`() {
    #expect(topics.received(device.topic(.reply(RemoteSession(name("other"), name("1"))))) == nil)
  }

  @Test func `a combining character belongs to the level behind the slash`() {
    #expect(topics.received("site/screens/\u{301}device/kiosk-7/status") == nil)
  }

  @Test(arguments: ["device/kiosk-7//status", "reply/guard//1/kiosk-7", "device//kiosk-7/holds"])
  func `a topic with an empty level is not read`(topic: String) {
    #expect(topics.received("site/screens/\(topic)") == nil)
  }

  @Test func `the filters name what the controller reads`() {
    #expect(topics.devices == "site/screens/device/+/#")
    #expect(topics.discovery(of: name("kiosk-7")) == "homeassistant/device/brightnessd/kiosk-7/config")
    let light = "site/screens/device/kiosk-7/light/backlight--panel"
    #expect(topics.light(panel, of: name("kiosk-7")) == ["site/screens/device/kiosk-7/status", light])
    #expect(topics.statuses == "site/screens/device/+/status")
    #expect(topics.replies(to: name("1")) == "site/screens/reply/guard/1/+")
  }

  @Test func `a root that is no list of names is refused`() {
    #expect(throws: FleetNamesError.root("a//b")) { try ControllerTopics(root: "a//b", controller: name("guard")) }
  }
}

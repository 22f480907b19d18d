import BrightnessModel
import Fleet
import Testing

@Suite struct FleetTopicsTests {
  private let topics: FleetTopics
  private let session: RemoteSession

  init() throws {
    topics = try FleetTopics(device: name("kiosk-7"), groups: [name("lobby"), name("berlin")])
    session = RemoteSession(name("guard"), name("5f3a"))
  }

  @Test func `subscribes to its addresses and to ends of sessions`() {
    #expect(
      topics.filters == [
        "brightnessd/to/all/#", "brightnessd/to/kiosk-7/#", "brightnessd/to/lobby/#", "brightnessd/to/berlin/#",
        "brightnessd/session/+/+",
      ]
    )
  }

  @Test func `reads documents for each of its addresses`() {
    #expect(topics.received("brightnessd/to/all/hold/guard/5f3a") == .hold(.all, session))
    #expect(topics.received("brightnessd/to/kiosk-7/hold/guard/5f3a") == .hold(.device, session))
    #expect(topics.received("brightnessd/to/lobby/hold/guard/5f3a") == .hold(.group(topics.groups[0]), session))
  }

  @Test func `reads ends of sessions`() {
    #expect(topics.received("brightnessd/session/guard/5f3a") == .session(session))
  }

  @Test func `reads levels for one light and for all screens`() {
    let light = LightTopicName(of: LightID(.backlight, "panel"))

    #expect(topics.received("brightnessd/to/kiosk-7/set") == .set(.device, nil))
    #expect(topics.received("brightnessd/to/all/set/backlight--panel") == .set(.all, light))
  }

  @Test func `reads what it has published itself`() {
    for topic in [PublishedTopic.status, .holds, .health, .light(LightTopicName(of: LightID(.backlight, "panel")))] {
      #expect(topics.received(topics.topic(topic)) == .own(topic))
    }
    #expect(topics.own == "brightnessd/device/kiosk-7/#")
  }

  @Test(arguments: [
    "", "brightnessd", "brightnessd/", "brightnessd/to", "brightnessd/to/all", "brightnessd/to/kiosk-8/set",
    "brightnessd/to/all/blink", "brightnessd/to/all/set/", "brightnessd/to/all/set/panel",
    "brightnessd/to/all/set/backlight--panel/x", "brightnessd/to/all/hold/guard",
    "brightnessd/to/all/hold/guard/5f3a/x",
    "brightnessd/to/all/hold//5f3a", "brightnessd/to/all/hold/gu ard/5f3a", "brightnessd/session/guard",
    "brightnessd/session/guard/", "brightnessd/session/guard/5f3a/x", "other/to/all/set", "brightnessd2/to/all/set",
    "xbrightnessd/to/all/set", "brightnessd/device/kiosk-8/status", "brightnessd/device/kiosk-7/new",
    "brightnessd/device/kiosk-7/light/panel", "brightnessd/device/kiosk-7", "brightnessd//to/all/set",
  ])
  func `ignores unknown verbs, foreign addresses and what is no topic of its own`(topic: String) {
    #expect(topics.received(topic) == nil)
  }

  @Test func `spells the topics that it publishes`() {
    let light = LightTopicName(of: LightID(.backlight, "panel"))

    #expect(topics.topic(.status) == "brightnessd/device/kiosk-7/status")
    #expect(topics.topic(.light(light)) == "brightnessd/device/kiosk-7/light/backlight--panel")
    #expect(topics.topic(.holds) == "brightnessd/device/kiosk-7/holds")
    #expect(topics.topic(.health) == "brightnessd/device/kiosk-7/health")
    #expect(topics.topic(.reply(session)) == "brightnessd/reply/guard/5f3a/kiosk-7")
    #expect(topics.topic(.discovery(prefix: "site/ha")) == "site/ha/device/brightnessd/kiosk-7/config")
  }

  @Test func `retains state, and never an event`() {
    let light = LightTopicName(of: LightID(.backlight, "panel"))
    let topics: [PublishedTopic] = [.status, .light(light), .holds, .health, .reply(session)]

    #expect(topics.map(\.isRetained) == [true, true, true, true, false])
  }

  @Test func `a root may have several levels`() throws {
    let deep = try FleetTopics(root: "site/b1", device: topics.device)

    #expect(deep.received("site/b1/to/all/set") == .set(.all, nil))
    #expect(deep.topic(.holds) == "site/b1/device/kiosk-7/holds")
  }

  @Test(arguments: ["", "/", "a/", "/a", "a//b", "+", "a/#", "$SYS", "a b"])
  func `refuses a root that is no path of names`(root: String) {
    #expect(throws: FleetNamesError.root(root)) { try FleetTopics(root: root, device: topics.device) }
  }

  @Test func `refuses names that would mean two addresses`() {
    let (all, lobby) = (name("all"), name("lobby"))

    #expect(throws: FleetNamesError.reserved(all)) { try FleetTopics(device: all) }
    #expect(throws: FleetNamesError.reserved(all)) { try FleetTopics(device: lobby, groups: [all]) }
    #expect(throws: FleetNamesError.twice(lobby)) { try FleetTopics(device: lobby, groups: [lobby]) }
    #expect(throws: FleetNamesError.twice(lobby)) { try FleetTopics(device: topics.device, groups: [lobby, lobby]) }
  }
}

import BrightnessControl
import BrightnessModel
import Testing

@testable import Fleet

@Suite struct PublishingTests {
  private let harness: FleetHarness

  init() throws {
    harness = try FleetHarness()
    harness.send(.light(panel, .sample(panel)))
  }

  private static let panelTopic = "device/kiosk-7/light/backlight--panel"
  private static let free = #"""
    {"id":"backlight/panel","kind":"panel","raw":50,"maximum":100,"level":50.0,"base":50.0,"baseRaw":50,"floor":5.0,\#
    "state":"free"}
    """#

  @Test func `publishes everything at each connection, and nothing without one`() {
    #expect(harness.takePublished() == [])
    harness.send(.health(DaemonHealth(pendingRestores: 0, monitorWrites: 3)), .connected)

    let all = [
      Published("device/kiosk-7/status", "online"),
      Published(Self.panelTopic, Self.free),
      Published("device/kiosk-7/holds", #"{"remote":[],"local":0}"#),
      Published("device/kiosk-7/health", #"{"version":"1.0","pendingRestores":0,"monitorWrites":3,"refused":{}}"#),
    ]
    #expect(harness.takePublished() == all)
    harness.send(.disconnected, .light(panel, .sample(panel, level: 20)))
    #expect(harness.takePublished() == [])

    harness.send(.light(panel, .sample(panel)), .connected)

    #expect(harness.takePublished() == all)
  }

  @Test func `the will replaces the status, and is kept`() {
    let will = harness.topics.offline

    #expect(Published(will, harness.topics) == Published("device/kiosk-7/status", "offline"))
    #expect(will.isRetained)
  }

  @Test func `publishes what changed, twice a second at most`() {
    harness.send(.connected)
    _ = harness.takePublished()
    for level in 1...100 {
      harness.send(.light(panel, .sample(panel, level: Double(level) / 4)))
      harness.wait(.milliseconds(10))
    }
    harness.wait(.seconds(10))

    let levels = harness.takePublished().map { $0.payload.split(separator: ",")[4] }
    #expect(levels == ["\"level\":12.5", "\"level\":25.0"])
  }

  @Test func `a light that was not published for long is published at once`() {
    harness.send(.connected)
    harness.wait(.seconds(1))
    _ = harness.takePublished()
    harness.send(.light(panel, .sample(panel, level: 20)))

    #expect(harness.takePublished().map(\.topic) == [Self.panelTopic])
  }

  @Test func `clears the topic of a light that is gone, also if it went without a connection`() {
    harness.send(.connected, .light(monitor, .sample(monitor)))
    _ = harness.takePublished()
    harness.send(.lightRemoved(monitor))
    #expect(harness.takePublished() == [Published("device/kiosk-7/light/ddc--monitor", "")])

    harness.send(.disconnected, .lightRemoved(panel), .connected)

    #expect(harness.takePublished().filter { $0.payload.isEmpty } == [Published(Self.panelTopic, "")])
  }

  @Test func `what the broker has kept of a light that is gone is cleared, once the lights are known`() throws {
    let harness = try FleetHarness()
    harness.send(.connected)
    _ = harness.takePublished()
    let topics = [Self.panelTopic, "device/kiosk-7/light/ddc--monitor"]
    for topic in topics { harness.receive(topic, "{}", isRetained: true) }
    #expect(harness.takePublished() == [])

    harness.send(.lights([panel: .sample(panel)]))

    #expect(harness.takePublished() == [Published(topics[0], Self.free), Published(topics[1], "")])
  }

  @Test(arguments: [("{}", false), ("", true)])
  func `a message of its own that comes back, or clears a topic, is not cleared`(payload: String, isRetained: Bool) {
    harness.send(.connected)
    _ = harness.takePublished()

    harness.receive("device/kiosk-7/light/ddc--monitor", payload, isRetained: isRetained)

    #expect(harness.takePublished() == [])
  }

  @Test func `what was published under another configuration is cleared`() throws {
    let harness = try FleetHarness { $0.publishes = [] }
    harness.send(.connected, .lights([panel: .sample(panel)]))
    _ = harness.takePublished()

    for topic in ["holds", "health", "light/backlight--panel", "status"] {
      harness.receive("device/kiosk-7/\(topic)", "{}", isRetained: true)
    }

    let cleared = ["holds", "health", "light/backlight--panel"].map { Published("device/kiosk-7/\($0)", "") }
    #expect(harness.takePublished() == cleared)
  }

  @Test func `no more topics are kept in mind than a device can have`() throws {
    let harness = try FleetHarness()
    harness.send(.connected)
    _ = harness.takePublished()
    for number in 0...PublishedView.mostKept {
      harness.receive("device/kiosk-7/light/ddc--\(number)", "{}", isRetained: true)
    }

    harness.send(.lights([:]))

    // The status and the holds are topics of its own as well.
    #expect(harness.takePublished().count == PublishedView.mostKept - 2)
  }

  @Test func `the lights that a new list leaves out are gone`() {
    harness.send(.connected, .light(monitor, .sample(monitor)))
    _ = harness.takePublished()

    harness.send(.lights([monitor: .sample(monitor)]))

    #expect(harness.takePublished() == [Published(Self.panelTopic, "")])
  }

  @Test func `names the remote scene that decides on a light, and no local one`() {
    harness.document(40) { $0.scene.name = "alarm" }
    harness.report(2, .connected(session: 7))
    harness.send(.connected)
    func holder(_ session: Int?) -> String? {
      harness.wait(.seconds(1))
      _ = harness.takePublished()
      harness.send(.light(panel, .sample(panel, session: session)))
      return harness.takePublished().first?.payload.split(separator: ",").last.map(String.init)
    }

    #expect(holder(7) == #""holder":"guard: alarm"}"#)
    #expect(holder(8) == #""holder":"local"}"#)
    #expect(holder(nil) == #""state":"free"}"#)
  }

  @Test func `publishes remote holds with what is left of their leases, and not at each renewal`() {
    harness.send(.connected)
    harness.wait(.seconds(1))
    _ = harness.takePublished()
    harness.document(40, to: "lobby") { $0.scene.name = "alarm" }
    harness.wait(.seconds(1))
    _ = harness.takePublished()
    harness.send(.otherHolds(2))
    harness.hold(2)
    harness.wait(.seconds(1))
    let hold = #"{"controller":"guard","session":"1","address":"lobby","name":"alarm""#
    #expect(
      harness.takePublished() == [
        Published("device/kiosk-7/holds", #"{"remote":[\#(hold),"leaseMilliseconds":59000}],"local":2}"#),
        Published(
          "device/kiosk-7/holds",
          #"{"remote":[\#(hold),"event":"holding","leaseMilliseconds":58500}],"local":2}"#
        ),
      ]
    )

    harness.document(40, to: "lobby") { $0.scene.name = "alarm" }
    harness.wait(.seconds(20))

    #expect(harness.takePublished() == [])
  }

  @Test func `a scene that was cancelled here is published as that`() {
    harness.document(40)
    harness.report(2, .scene(.cancelled, light: nil))
    harness.send(.connected)

    let event = harness.takePublished().first { $0.topic == "device/kiosk-7/holds" }?.payload
    #expect(event?.contains(#""event":"cancelled""#) == true)
  }

  @Test func `health is published once a minute at most, with the refusals by their kinds`() {
    harness.send(.connected, .health(DaemonHealth(pendingRestores: 0, monitorWrites: 0)))
    _ = harness.takePublished()
    harness.receive("to/all/set", "OFF")
    harness.receive("to/all/set", "ON")
    harness.wait(.milliseconds(59_999))
    #expect(harness.takePublished() == [])

    harness.wait(.milliseconds(1))

    let refused = #"{"version":"1.0","pendingRestores":0,"monitorWrites":0,"refused":{"invalid":2}}"#
    #expect(harness.takePublished() == [Published("device/kiosk-7/health", refused)])
  }

  @Test func `publishes only what the configuration lets leave the machine`() throws {
    let harness = try FleetHarness { $0.publishes = [] }
    harness.send(
      .light(panel, .sample(panel)),
      .health(DaemonHealth(pendingRestores: 0, monitorWrites: 0)),
      .connected
    )

    #expect(harness.takePublished() == [Published("device/kiosk-7/status", "online")])
  }

  @Test func `a controller that asks gets the events of its hold, and reasons of refusals`() {
    harness.document(40) { $0.wantsReply = true }
    harness.hold(2)
    harness.report(2, .scene(.yielded, light: "backlight/panel"))
    harness.report(2, .scene(.cancelled, light: nil))
    harness.document(40) { $0.wantsReply = true }
    harness.document(101, of: "guard/2") { $0.wantsReply = true }
    harness.document(40, of: "guard/3") {
      $0.wantsReply = true
      $0.scene.priority = .high
    }
    harness.document(40, of: "other/1")
    harness.hold(4)

    #expect(
      harness.takePublished() == [
        Published("reply/guard/1/kiosk-7", #"{"address":"all","event":"holding"}"#),
        Published("reply/guard/1/kiosk-7", #"{"address":"all","event":"yielded","light":"backlight/panel"}"#),
        Published("reply/guard/1/kiosk-7", #"{"address":"all","event":"cancelled"}"#),
        Published(
          "reply/guard/1/kiosk-7",
          #"{"address":"all","event":"refused","reason":"it was cancelled on this device"}"#
        ),
        Published(
          "reply/guard/2/kiosk-7",
          #"{"address":"all","event":"refused","reason":"expected a percentage from 0 to 100, found 101.0"}"#
        ),
        Published(
          "reply/guard/3/kiosk-7",
          #"{"address":"all","event":"refused","reason":"expected at most the priority normal, found high"}"#
        ),
      ]
    )
  }

  @Test func `a session that takes a hold over is told what has become of it, once`() {
    harness.document(40) { $0.wantsReply = true }
    harness.hold(2)
    _ = harness.takePublished()

    for _ in 0..<2 {
      harness.document(40, of: "guard/2") {
        $0.wantsReply = true
        $0.replaces = name("1")
      }
    }

    #expect(
      harness.takePublished() == [Published("reply/guard/2/kiosk-7", #"{"address":"all","event":"holding"}"#)]
    )
  }
}

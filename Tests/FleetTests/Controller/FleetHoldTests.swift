import BrightnessModel
import BrightnessVarlink
import Testing

@testable import Fleet

/// A controller that holds 40 percent on `lobby`, with a lease of 60 seconds.
@Suite struct FleetHoldTests {
  private let topics: ControllerTopics
  private var hold: FleetHold
  private let start = Moment(.seconds(100))

  init() throws {
    topics = try ControllerTopics(controller: name("guard"))
    hold = FleetHold(FleetDocument(scene: scene(40)), to: name("lobby"), topics: topics)
  }

  @Test mutating func `the document is sent at once, and three times in a lease`() {
    let first = hold.connect(as: name("1"), at: start)

    #expect(first.map(\.topic) == ["brightnessd/to/lobby/hold/guard/1"])
    #expect(first.allSatisfy { !$0.isRetained })
    #expect(hold.nextWake == start + .seconds(20))
    #expect(hold.wake(at: start + .milliseconds(19_999)) == [])
    #expect(hold.wake(at: start + .seconds(20)) == first)
    #expect(hold.nextWake == start + .seconds(40))
  }

  @Test mutating func `the session of a new connection replaces the one before`() throws {
    _ = hold.connect(as: name("1"), at: start)
    hold.disconnect()
    #expect(hold.nextWake == nil)

    let message = try #require(hold.connect(as: name("2"), at: start).first)

    #expect(message.topic == "brightnessd/to/lobby/hold/guard/2")
    let document: FleetDocument = try Refusal.reading(message.payload)
    #expect(document.replaces == name("1"))
  }

  @Test mutating func `the goodbye ends the session, and no document follows`() {
    _ = hold.connect(as: name("1"), at: start)

    #expect(hold.end() == [topics.ended(name("1"))])
    #expect(hold.nextWake == nil)
    #expect(hold.connect(as: name("2"), at: start) == [])
    #expect(hold.end() == [])
  }

  @Test mutating func `a device that comes online gets the document`() {
    let document = hold.connect(as: name("1"), at: start)

    #expect(hold.receive(status("offline"), at: start + .seconds(5)) == [])
    #expect(hold.receive(status("online"), at: start + .seconds(5)) == document)
    #expect(hold.nextWake == start + .seconds(25))
  }

  @Test mutating func `devices that come online one after the other get the document less and less often`() {
    _ = hold.connect(as: name("1"), at: start)

    let sent = (1...600).filter { tenth in
      let now = start + .milliseconds(100) * tenth
      let isDue = !hold.wake(at: now).isEmpty
      return !hold.receive(status("online"), at: now).isEmpty || isDue
    }

    #expect(sent == [10, 30, 70, 150, 310, 510, 520, 540, 580])
  }

  private func status(_ text: String) -> FleetMessage {
    FleetMessage(topic: "brightnessd/device/kiosk-1/status", payload: Array(text.utf8), isRetained: true)
  }

  @Test mutating func `the last answer of each device counts`() {
    _ = hold.connect(as: name("1"), at: start)

    answer("kiosk-1", #"{"address":"lobby","event":"holding"}"#)
    answer("kiosk-1", #"{"address":"lobby","event":"yielded","light":"backlight/a"}"#)
    answer("kiosk-2", #"{"address":"lobby","event":"holding"}"#)
    answer("kiosk-2", #"{"address":"lobby","event":"cancelled"}"#)
    answer("kiosk-3", #"{"address":"lobby","event":"refused","reason":"it is late","new":1}"#)
    answer("kiosk-4", #"{"address":"all","event":"holding"}"#)
    answer("kiosk-5", "nothing")
    answer("kiosk-6", #"{"address":"lobby","event":"holding"}"#, session: "0")

    #expect(
      hold.answers == [
        name("kiosk-1"): .scene(.holding, light: nil), name("kiosk-2"): .scene(.cancelled, light: nil),
        name("kiosk-3"): .refused(reason: "it is late"),
      ]
    )
  }

  @Test mutating func `a device holds what the controller sends, over a new connection and until the goodbye`() throws {
    let device = try FleetHarness()
    for message in hold.connect(as: name("1"), at: start) { device.send(.received(message)) }
    device.hold(2)
    hold.disconnect()
    for message in hold.connect(as: name("2"), at: start) { device.send(.received(message)) }
    device.send(.received(topics.lost(name("1"))))
    device.wait(.seconds(5))

    #expect(device.takeSteps() == [.open(2, 40)])
    for message in hold.end() { device.send(.received(message)) }
    #expect(device.takeSteps() == [.close(2)])
  }

  private mutating func answer(_ device: String, _ payload: String, session: String = "1") {
    let topic = "brightnessd/reply/guard/\(session)/\(device)"
    #expect(hold.receive(FleetMessage(topic: topic, payload: Array(payload.utf8)), at: start) == [])
  }
}

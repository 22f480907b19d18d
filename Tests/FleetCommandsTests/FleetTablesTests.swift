import BrightnessControl
import Fleet
import Testing

@testable import Commands
@testable import FleetCommands

/// What the tables show of what devices have published.
@Suite struct FleetTablesTests {
  private let topics: ControllerTopics
  private var view = FleetView()

  init() throws { topics = try ControllerTopics(controller: try #require(FleetName("guard"))) }

  @Test mutating func `a hold is listed once, with its devices by what has become of it`() {
    for (device, event) in [("a", "holding"), ("b", "holding"), ("c", "outranked")] {
      publish(device, "status", "online")
      publish(device, "holds", holds(event))
    }
    publish("d", "status", "offline")
    publish("d", "holds", holds("holding"))

    let holds = FleetHolds(view)

    #expect(
      holds.all.map(\.devices) == [
        ["holding": ["a", "b"], "outranked": ["c"]].mapValues { $0.compactMap { FleetName($0) } }
      ]
    )
    #expect(
      holds.lines(on: .file) == [
        "CONTROLLER  NAME   ADDRESS  DEVICES                 SESSION",
        "guard       alarm  lobby    2 holding, 1 outranked  1",
      ]
    )
  }

  @Test mutating func `devices that are offline come last, without their lights`() {
    publish("a", "status", "offline")
    publish("a", "light/backlight--panel", light)
    publish("b", "status", "online")
    publish("b", "light/backlight--panel", light)
    publish("c", "status", "online")

    #expect(
      DevicesTable.lines(view.sorted, on: .file) == [
        "DEVICE  LIGHT      LEVEL  HELD BY", "b       panel        40%  alarm", "c       no lights", "a       offline",
      ]
    )
  }

  @Test func `nothing is said in words`() {
    #expect(FleetHolds(view).lines(on: .file) == ["no holds"])
    #expect(DevicesTable.lines(view.sorted, on: .file) == ["no devices"])
  }

  private func holds(_ event: String) -> String {
    #"{"remote":[{"controller":"guard","session":"1","address":"lobby","name":"alarm","event":"\#(event)","#
      + #""leaseMilliseconds":60000}],"local":0}"#
  }

  private let light =
    #"{"id":"backlight/panel","kind":"panel","raw":40,"maximum":100,"level":40,"base":50,"baseRaw":50,"floor":5,"#
    + #""state":"held","holder":"alarm"}"#

  private mutating func publish(_ device: String, _ topic: String, _ payload: String) {
    let topic = "brightnessd/device/\(device)/\(topic)"
    view.receive(FleetMessage(topic: topic, payload: Array(payload.utf8), isRetained: true), topics)
  }
}

import BrightnessControl
import BrightnessModel
import Brokers
import MQTT
import Programs
import Testing

/// Levels that other machines set, with a real broker, bridge and daemon.
@Suite struct RemoteLevelTests {
  @Test(arguments: ["40", "40%", #"{"percent":40,"fadeMilliseconds":10}"#])
  func `a level becomes the base level of the panel`(level: String) throws {
    let fleet = try FleetMachine()

    try fleet.bridge.controller().set(level, light: "backlight--panel")

    #expect(try fleet.observer.levels(until: 7_680).last == 7_680)
    #expect(fleet.bridge.wait(for: #""base":40"#, on: RunningBridge.panel) != "")
  }

  @Test func `what is no level changes nothing, and the screen is never black`() throws {
    let fleet = try FleetMachine()
    let controller = try fleet.bridge.controller()

    for level in ["-1", "101", "1e9", "NaN", "OFF", "", "+5%", #"{"percent":40,"off":true}"#] { controller.set(level) }
    controller.set(String(repeating: "4", count: 5000))
    controller.set("40")

    #expect(try fleet.observer.levels(until: 7_680) == [7_680])
    controller.set("0")
    let floor = try fleet.observer.waitForChange()
    #expect(floor.raw > 0 && floor.level == floor.floor)
  }

  @Test func `of many levels at once the newest is shown`() throws {
    let fleet = try FleetMachine()
    let controller = try fleet.bridge.controller()

    for level in 10...60 { controller.set("\(level)") }

    try fleet.observer.levels(until: FleetMachine.most)
  }

  @Test func `a device that accepts no levels keeps its own`() throws {
    let fleet = try FleetMachine(fleet: ["Accept=hold"])
    let controller = try fleet.bridge.controller()

    controller.set("40")

    try fleet.expectNothing(before: controller)
  }
}

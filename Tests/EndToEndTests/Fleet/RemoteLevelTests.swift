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

  @Test func `a monitor takes twelve levels at once, and later ones wait`() throws {
    let machine = try SimulatedMachine()
    let bridge = try RunningBridge(to: machine.socket)
    bridge.waitUntilOnline()
    let controller = try bridge.controller()
    let (monitor, panel) = ("ddc--SIM-2D0001-2D1234", "backlight--simulated_panel")

    bridge.wait(for: "unread", on: "\(RunningBridge.device)/light/\(monitor)")
    for level in 1...12 {
      controller.set("\(level + 20)", light: monitor)
      bridge.wait(for: #""base":\#(level + 20)"#, on: "\(RunningBridge.device)/light/\(monitor)")
    }
    controller.set("90", light: monitor)
    controller.set("33", light: panel)
    bridge.wait(for: #""base":33"#, on: "\(RunningBridge.device)/light/\(panel)")

    #expect(try machine.brightness("get", "DP-1") == ["32%"])
    #expect(try machine.brightness("get", "panel") == ["33%"])
  }

  @Test func `a device that accepts no levels keeps its own`() throws {
    let fleet = try FleetMachine(fleet: ["Accept=hold"])
    let controller = try fleet.bridge.controller()

    controller.set("40")

    try fleet.expectNothing(before: controller)
  }
}

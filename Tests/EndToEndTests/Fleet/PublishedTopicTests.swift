import BrightnessControl
import BrightnessModel
import BrightnessVarlink
import Brokers
import Glibc
import MQTT
import Programs
import RawClients
import Testing

/// What a real bridge publishes to a real broker.
@Suite struct PublishedTopicTests {
  @Test func `lights, holds and the state of the device are kept by the broker`() throws {
    let fleet = try FleetMachine()
    let controller = try fleet.holder()
    fleet.bridge.wait(for: #""holder":"guard: alarm""#, on: RunningBridge.panel)
    fleet.bridge.wait(for: #""event":"holding""#)
    fleet.bridge.wait(for: "pendingRestores", on: "\(RunningBridge.device)/health")

    let kept = try fleet.bridge.kept()

    #expect(Set(kept.keys) == ["status", "holds", "health", "light/backlight--panel"])
    #expect(kept["status"] == "online")
    let light = try #require(kept["light/backlight--panel"])
    #expect(light.contains(#""id":"backlight/panel","kind":"panel""#) && light.contains(#""state":"held""#), "\(light)")
    let hold = #"{"controller":"guard","session":"1","address":"lobby","name":"alarm","event":"holding","#
    #expect(kept["holds"]?.contains(#"{"remote":[\#(hold)"leaseMilliseconds":"#) == true)
    #expect(kept["health"]?.hasPrefix(#"{"version":"\#(Version.current)","#) == true)
    withExtendedLifetime(controller) {}
  }

  @Test func `a local hold is counted, and its name does not leave the machine`() throws {
    let fleet = try FleetMachine()
    let client = try fleet.machine.connect()

    try client.hold(#","name":"secret""#)

    fleet.bridge.wait(for: #""local":1"#)
    let light = fleet.bridge.wait(for: #""holder":"local""#, on: RunningBridge.panel)
    #expect(!light.contains("secret"))
  }

  @Test func `a killed bridge is offline, and back after its next start`() throws {
    let fleet = try FleetMachine()

    fleet.bridge.program.kill()
    fleet.bridge.wait(for: "offline", on: "\(RunningBridge.device)/status")
    try fleet.bridge.start()

    fleet.bridge.waitUntilOnline()
  }

  @Test func `everything is published again to a broker that has lost it`() throws {
    let fleet = try FleetMachine()
    fleet.bridge.broker.kill()

    try fleet.bridge.startBroker()

    fleet.bridge.wait(for: #""state":"free""#, on: RunningBridge.panel)
  }

  @Test func `the topic of a light that goes away is cleared`() throws {
    let fleet = try FleetMachine()

    try fleet.machine.unplug(Machine.panel)

    fleet.bridge.wait(on: RunningBridge.panel) { $0.isEmpty }
  }

  @Test(arguments: ["5", "3.1.1"])
  func `the topic of a light that went away while the bridge did not run is cleared`(version: String) throws {
    let fleet = try FleetMachine(broker: ["Protocol=\(version)"])
    fleet.bridge.program.kill()
    try fleet.machine.restart(without: Machine.panel)

    try fleet.bridge.start()

    fleet.bridge.wait(on: RunningBridge.panel) { $0.isEmpty }
  }

  @Test func `what is not to be published stays here`() throws {
    let fleet = try FleetMachine(fleet: ["Publish=lights"])

    #expect(try Set(fleet.bridge.kept().keys) == ["status", "light/backlight--panel"])
  }
}

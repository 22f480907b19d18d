import BrightnessControl
import BrightnessModel
import Brokers
import Foundation
import Glibc
import Programs
import Testing

/// The code blocks of the manual, with real brokers.
@Suite struct FleetRecipesTests {
  private static let host = "mqtt.example.com"

  @Test func `mosquitto_pub holds until it is killed`() throws {
    let fleet = try FleetMachine()
    let host = fleet.bridge.broker.host
    // Its own option for the port, since the block names none.
    let recipe = try Recipe("Hold with other clients", of: "fleet")
      .replacing("-h \(Self.host)", by: "-h \(host) -p \(Broker.port)")

    let program = try recipe.start(on: fleet.machine, ["USER=guard"])
    try fleet.observer.levels(until: FleetMachine.full)
    program.killAll()

    try fleet.expectReturn()
  }

  @Test func `mosquitto_pub sets levels`() throws {
    let fleet = try FleetMachine()
    let host = fleet.bridge.broker.host
    let recipe = try Recipe("Set a level with other clients", of: "fleet")
      .replacing("-h \(Self.host)", by: "-h \(host) -p \(Broker.port)").replacing("sign-7", by: "kiosk-7")
      .replacing("backlight--intel_backlight", by: "backlight--panel").replacing("-m 40", by: "-m 30")

    _ = try recipe.run(on: fleet.machine)

    try fleet.observer.levels(until: 7_680)
  }

  @Test func `lights become metrics`() throws {
    let fleet = try FleetMachine()
    let held = try fleet.holder()
    fleet.bridge.wait(for: #""holder":"guard: alarm""#, on: RunningBridge.panel)
    let controller = try RunningController(of: fleet.bridge.broker)
    let words = controller.words.map { "\"\($0)\"" }.joined(separator: ", ")
    let recipe = try Recipe("Prometheus", of: "fleet").replacing(#""brightness-fleet""#, by: words)

    #expect(
      try recipe.run(on: fleet.machine) == #"""
        brightnessd_device_online{device="kiosk-7"} 1
        brightnessd_light_level_percent{device="kiosk-7",light="backlight/panel"} 100.0
        brightnessd_light_held{device="kiosk-7",light="backlight/panel"} 1

        """#
    )
    withExtendedLifetime(held) {}
  }

  @Test func `a controller reaches a site through two brokers, and its death ends the hold there`() throws {
    let head = try Broker()
    let site = try Broker(["allow_anonymous true"] + Self.siteLines(to: head))
    let fleet = try FleetMachine(through: site)
    let controller = try RunningController(of: head)
    let hold = try controller.start("hold", "--to", "lobby", "--max", "--grace", "0s")
    try fleet.observer.levels(until: FleetMachine.full)
    try hold.wait(for: "kiosk-7: holding\n")

    hold.kill()

    try fleet.expectReturn()
  }

  @Test func `what was asked while the line to a site was cut is not done later`() throws {
    let head = try Broker()
    let site = try Broker(["allow_anonymous true"] + Self.siteLines(to: head))
    let fleet = try FleetMachine(through: site)
    site.kill()
    let controller = try RunningController(of: head)
    let hold = try controller.start("hold", "--to", "lobby", "--max")
    try hold.wait(for: "holding\n")
    hold.kill()

    try fleet.bridge.startBroker()
    // It comes behind all that the other broker has kept.
    let next = try controller.start("hold", "--to", "lobby", "--at", "50%", "--lease", "3s")

    #expect(try fleet.observer.levels(until: FleetMachine.half) == [FleetMachine.half])
    withExtendedLifetime(next) {}
  }

  /// The lines of the block, without encryption.
  private static func siteLines(to head: Broker) throws -> [String] {
    let recipe = try Recipe("Several sites", of: "fleet")
    return recipe.text.replacing("\(host):8883", with: "\(head.host):\(Broker.port)").split(separator: "\n")
      .map(String.init).filter { !$0.hasPrefix("bridge_cafile") && !$0.hasPrefix("#") }
  }
}

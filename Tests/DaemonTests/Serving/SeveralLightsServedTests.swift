import Brightness
import BrightnessControl
import BrightnessModel
import BrightnessVarlink
import DDCTesting
import Glibc
import HardwareTesting
import Testing

@testable import Daemon

/// Machines with several lights of a kind: which of them a call is for.
@Suite struct SeveralLightsServedTests {
  private static let ids = ["ddc/DEL-a0b1-777", "ddc/DEL-a0b1-778"]

  /// A machine with two monitors that were not read, and without a panel.
  private func twoMonitors() throws -> TestDaemon {
    let second = TestMonitor("card1-DP-2", bus: 2, edid: EDIDBytes(serialNumber: 778), level: 60)
    return try TestDaemon([], serving: Configuration(), monitors: [TestMonitor(), second])
  }

  private func darken(_ connector: String, of daemon: TestDaemon) throws {
    try daemon.change("dpms", "Off", of: connector)
    try daemon.sendCardEvent()
  }

  private func twoKeyboards() throws -> TestDaemon {
    let second = FakeDevice.led("usb::kbd_backlight", maximum: 100, level: 50)
    return try TestDaemon([Device.panel, Device.keyboard, second], serving: Configuration())
  }

  @Test(arguments: [nil, "monitor"])
  func `Get reads the first of two monitors and leaves the other one alone`(name: String?) throws {
    let daemon = try twoMonitors()

    #expect(try daemon.connect().ask(LightsInterface.Get(light: name)).light.id == Self.ids[0])

    #expect(daemon.messages() == ["1: get"])
  }

  @Test func `Get goes on to the next monitor if one sleeps, and asks that no more`() throws {
    let daemon = try twoMonitors()
    let client = try daemon.connect()
    try darken("card1-DP-1", of: daemon)

    #expect(try client.ask(LightsInterface.Get()).light.id == Self.ids[1])
    try daemon.change("dpms", "On")
    #expect(try client.ask(LightsInterface.Get()).light.id == Self.ids[1])

    #expect(daemon.messages() == ["2: get"])
    #expect(try client.ask(LightsInterface.Get(light: "DP-1")).light.id == Self.ids[0])
    #expect(try client.ask(LightsInterface.Get()).light.id == Self.ids[0])
  }

  @Test func `Get goes on to the next light if one cannot be written`() throws {
    let daemon = try twoMonitors()
    let client = try daemon.connect()
    _ = try client.ask(LightsInterface.Set(level: .percent(50)))
    try darken("card1-DP-1", of: daemon)
    #expect(try client.ask(LightsInterface.Get()).light.id == Self.ids[0])

    _ = try client.ask(LightsInterface.Set(level: .percent(70)))

    #expect(try client.ask(LightsInterface.Get()).light.id == Self.ids[1])
    #expect(try client.ask(LightsInterface.Get(light: "DP-1")).light.id == Self.ids[0])
  }

  @Test func `Get fails with the reason of the first light if none has a level`() throws {
    let daemon = try twoMonitors()
    let error = ControlError.lights(.notWritable(light: Self.ids[0], reason: "it is asleep"))
    for port in ["DP-1", "DP-2"] { try darken("card1-\(port)", of: daemon) }

    for _ in 0..<2 {
      #expect(throws: error) { try daemon.connect().ask(LightsInterface.Get()) }
    }
  }

  @Test func `a user who may not change lights gets the first monitor that was read`() throws {
    let daemon = try twoMonitors()
    _ = try daemon.connect().ask(LightsInterface.Get(light: "DP-2"))
    _ = daemon.messages()

    #expect(try daemon.connect(as: User.guest).ask(LightsInterface.Get()).light.id == Self.ids[1])

    #expect(daemon.messages() == [])
  }

  @Test func `a light that is unplugged and still listed comes after the others`() throws {
    let monitor = FakeDevice.backlight("ddcci5", maximum: 10, level: 3)
    let daemon = try TestDaemon([Device.panel, monitor], serving: Configuration())
    _ = try daemon.connect().follow(SessionsInterface.Hold(scene: .exactly(80)))

    try daemon.unplug()

    #expect(try daemon.connect().ask(LightsInterface.Get()).light.id == "backlight/ddcci5")
    #expect(try daemon.connect().ask(LightsInterface.Get(light: "panel")).light.id == "backlight/panel")
  }

  @Test(arguments: [nil, "monitor"])
  func `Set names a monitor that it left out, with the reason`(name: String?) throws {
    let daemon = try twoMonitors()
    try darken("card1-DP-2", of: daemon)

    let reply = try daemon.connect().ask(LightsInterface.Set(light: name, level: .percent(70)))

    #expect(reply.lights.map(\.id) == [Self.ids[0]])
    #expect(reply.leftOut == [.init(light: Self.ids[1], reason: "it is asleep", pending: false)])
  }

  @Test func `Set is pending for a monitor that was read before it fell asleep`() throws {
    let daemon = try twoMonitors()
    let client = try daemon.connect()
    #expect(try client.ask(LightsInterface.Set(level: .percent(50))).leftOut == [])
    try darken("card1-DP-1", of: daemon)

    let reply = try client.ask(LightsInterface.Set(level: .percent(70)))

    #expect(reply.lights.map(\.id) == [Self.ids[1]])
    #expect(reply.leftOut == [.init(light: Self.ids[0], reason: "it is asleep", pending: true)])
    let first = try client.ask(LightsInterface.Get(light: "DP-1")).light
    #expect(first.base == 70)

    try darken("card1-DP-2", of: daemon)
    let both = try client.ask(LightsInterface.Set(level: .percent(30)))
    #expect(both.lights == [])
    #expect(both.leftOut.map(\.pending) == [true, true])
  }

  @Test func `Set fails if every light is left out`() throws {
    let daemon = try twoMonitors()
    for port in ["DP-1", "DP-2"] { try darken("card1-\(port)", of: daemon) }

    let reason = "it is asleep; '\(Self.ids[1])': it is asleep"
    #expect(throws: ControlError.lights(.notWritable(light: Self.ids[0], reason: reason))) {
      try daemon.connect().ask(LightsInterface.Set(level: .percent(70)))
    }
  }

  @Test func `Set leaves out a light that refuses the level`() throws {
    let daemon = try TestDaemon([Device.panel, .backlight("ddcci5", maximum: 10, level: 3)], serving: Configuration())
    daemon.files.fail("ddcci5", .code(EIO))

    let reply = try daemon.connect().ask(LightsInterface.Set(level: .percent(50)))

    #expect(reply.lights.map(\.id) == ["backlight/panel"])
    #expect(reply.leftOut.map(\.light) == ["backlight/ddcci5"])
    #expect(reply.leftOut.first?.pending == false)
    #expect(reply.leftOut.first?.reason.contains("input/output error") == true)
  }

  @Test func `a watcher of a kind receives its lights, also those that come later`() throws {
    let daemon = try twoKeyboards()
    let replies = try daemon.connect().follow(LightsInterface.Watch(light: "keyboard"))
    #expect(
      replies.events == ["1 initial leds/tpacpi::kbd_backlight 1", "2 initial leds/usb::kbd_backlight 50"]
    )

    try daemon.move(to: 50)
    try daemon.move(Device.keyboard, to: 3)
    try daemon.plug(.led("late::kbd_backlight", maximum: 3, level: 2))

    #expect(
      replies.events == ["3 external leds/tpacpi::kbd_backlight 3", "4 added leds/late::kbd_backlight 2"]
    )
  }

  @Test func `of two panels the first one is read, and both are set`() throws {
    var configuration = Configuration()
    configuration.overrides[LightID(.backlight, "ddcci5"), default: LightOverride()].kind = .panel
    let daemon = try TestDaemon([Device.panel, .backlight("ddcci5", maximum: 10, level: 3)], serving: configuration)
    let client = try daemon.connect()

    #expect(try client.ask(LightsInterface.Get()).light.id == "backlight/ddcci5")
    #expect(try client.ask(LightsInterface.Set(light: "panel", level: .percent(50))).lights.map(\.raw) == [5, 50])
  }

  @Test func `a monitor has its model and its connector in every reply`() throws {
    let daemon = try twoMonitors()
    let client = try daemon.connect()
    func names(_ lights: [LightsInterface.Light]) -> [[String?]] { lights.map { [$0.model, $0.connector] } }

    #expect(try names(client.ask(LightsInterface.List()).lights) == [["U2720Q", "DP-1"], ["U2720Q", "DP-2"]])
    #expect(try names([client.ask(LightsInterface.Get()).light]) == [["U2720Q", "DP-1"]])
    #expect(
      try names(client.ask(LightsInterface.Set(level: .raw(12))).lights) == [["U2720Q", "DP-1"], ["U2720Q", "DP-2"]]
    )
    let watched = client.follow(LightsInterface.Watch(light: "DP-2")).takeSuccessful().map(\.light)
    #expect(names(watched) == [["U2720Q", "DP-2"]])
  }
}

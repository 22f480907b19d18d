import Brightness
import BrightnessControl
import BrightnessModel
import Glibc
import HardwareTesting
import Service
import Testing

@testable import Daemon

/// A keyboard made of several LEDs is one light.
@Suite struct SeveralLEDsServedTests {
  private static let keys = (0..<4).map { number in
    FakeDevice.led("rgb:kbd_backlight" + (number == 0 ? "" : "_\(number)"), maximum: 255, level: 10 + 60 * number)
  }
  private static let id = "leds/rgb:kbd_backlight"

  private func machine(_ devices: [FakeDevice] = keys, _ text: String = "") throws -> TestDaemon {
    try TestDaemon([Device.panel] + devices, serving: read(text).configuration)
  }

  private func levels(_ daemon: TestDaemon) -> [Int?] { Self.keys.map { daemon.level($0) } }

  @Test(arguments: ["keyboard", id, "rgb:kbd_backlight", "rgb:kbd_backlight_3", "leds/rgb:kbd_backlight_3", "keys"])
  func `it is listed once, and each name of it means the whole`(name: String) throws {
    let daemon = try machine(Self.keys, "[Light \(Self.id)]\nAlias=keys")
    let client = try daemon.connect()

    #expect(try client.ask(LightsInterface.List()).lights.map(\.id) == ["backlight/panel", Self.id])
    let light = try client.ask(LightsInterface.Get(light: name)).light
    #expect(light.id == Self.id)
    #expect(light.raw == 10)
    #expect(light.alias == "keys")

    let reply = try client.ask(LightsInterface.Set(light: name, level: .changeRaw(5)))
    #expect(reply.lights.map(\.id) == [Self.id])
    #expect(levels(daemon) == [15, 75, 135, 195])
  }

  @Test(arguments: ["keyboard", "leds/rgb:kbd_backlight_2"])
  func `each LED gets its own level back after a hold, also if the daemon is killed`(name: String) throws {
    let daemon = try machine()
    let client = try daemon.connect()
    _ = client.follow(SessionsInterface.Hold(scene: .init(claims: [.init(light: name, rule: .exactly, percent: 0)])))
    #expect(levels(daemon) == [0, 0, 0, 0])

    daemon.kill()
    daemon.tree.remove(Self.keys[2])
    try daemon.start()

    #expect(levels(daemon) == [10, 70, nil, 190])
    let pending = try daemon.connect().ask(HealthInterface.Report()).pendingRestores
    #expect(pending.map(\.light) == [Self.id])
    #expect(pending.map(\.reason) == ["it is not connected"])

    try daemon.plug(Self.keys[2].with(["brightness": .text("0\n")]))

    #expect(levels(daemon) == [10, 70, 130, 190])
    #expect(try daemon.connect().ask(HealthInterface.Report()).pendingRestores == [])
  }

  @Test func `a change of any LED during a hold is the user's, and the other LEDs return`() throws {
    let daemon = try machine()
    let hold = try daemon.connect().follow(
      SessionsInterface.Hold(scene: .init(claims: [.init(light: "keyboard", rule: .exactly, percent: 0)]))
    )
    _ = hold.takeSuccessful()

    try daemon.move(Self.keys[1], to: 99, by: .hotkey)

    #expect(levels(daemon) == [10, 99, 130, 190])
    #expect(hold.takeSuccessful().map { [$0.event.rawValue, $0.light] } == [["yielded", Self.id]])
    let changes = try daemon.connect().ask(HealthInterface.Report()).externalChanges
    #expect(changes.map(\.light) == [Self.id])
    #expect(changes.map(\.count) == [1])
  }

  @Test func `an LED is ignored alone by its name, and with the others by that of the keyboard`() throws {
    let one = try machine(Self.keys, "[Lights]\nIgnore=leds/rgb:kbd_backlight_2")
    _ = try one.connect().ask(LightsInterface.Set(light: "keyboard", level: .percent(100)))
    #expect(levels(one) == [255, 255, 130, 255])
    let unused = try one.connect().ask(HealthInterface.Report()).unusedLights
    #expect(unused.map(\.light) == ["leds/rgb:kbd_backlight_2"])

    let all = try machine(Self.keys, "[Lights]\nIgnore=\(Self.id)")
    #expect(try all.connect().ask(LightsInterface.List()).lights.map(\.id) == ["backlight/panel"])
    #expect(try all.connect().ask(HealthInterface.Report()).unusedLights.map(\.light) == [Self.id])
  }

  @Test func `a section for one LED is for the keyboard`() throws {
    let daemon = try machine(Self.keys, "[Light leds/rgb:kbd_backlight_3]\nMost=50%\nKind=indicator")

    let lights = try daemon.connect().ask(LightsInterface.Set(light: Self.id, level: .percent(100))).lights

    #expect(lights.map(\.kind) == [.indicator])
    #expect(levels(daemon) == [128, 128, 128, 128])
  }

  @Test func `the log has a few lines about many LEDs`() throws {
    let many = (1...20).map { FakeDevice.led("rgb:kbd_backlight_\($0)", maximum: 3, level: 1) }
    let daemon = try machine(many)
    daemon.kill()
    let log = Lines()

    try daemon.start(log, level: .info)

    #expect(log.all.count { $0.contains("rgb:kbd_backlight") } == 5)
    #expect(log.all.contains { $0.contains("backlight/panel is connected") })
  }

  @Test func `an LED that refuses is no failure of the keyboard, unless all do`() throws {
    let daemon = try machine()
    daemon.files.fail("rgb:kbd_backlight", .code(EIO))

    let reply = try daemon.connect().ask(LightsInterface.Set(light: "keyboard", level: .percent(50)))

    #expect(reply.lights.map(\.raw) == [128])
    #expect(reply.leftOut == [])

    for key in Self.keys { daemon.files.fail(key.name, .code(EIO)) }
    #expect(throws: ControlError.self) {
      try daemon.connect().ask(LightsInterface.Set(light: "keyboard", level: .percent(70)))
    }
  }
}

import Brightness
import BrightnessControl
import BrightnessModel
import BrightnessVarlink
import Glibc
import Hardware
import HardwareTesting
import Testing

@testable import Daemon

@Suite struct LightsServedTests {
  @Test func `lights are listed with their level and their base`() throws {
    let daemon = try TestDaemon([Device.panel, Device.keyboard], serving: Configuration())

    let lights = try daemon.connect(as: User.guest).ask(LightsInterface.List()).lights

    #expect(lights.map(\.id) == ["backlight/panel", "leds/tpacpi::kbd_backlight"])
    #expect(lights.map(\.kind) == [.panel, .keyboard])
    #expect(lights.map(\.raw) == [60, 1])
    #expect(lights.map(\.maximum) == [100, 3])
    #expect(lights.map(\.baseRaw) == [60, 1])
    #expect(lights.map(\.floor) == [1, 0])
    #expect(lights.map(\.state) == [.free, .free])
  }

  @Test func `one light is the panel, or the one that is named`() throws {
    var configuration = Configuration()
    configuration.overrides[LightID(.leds, Device.keyboard.name), default: LightOverride()].alias = "keys"
    let daemon = try TestDaemon([Device.panel, Device.keyboard], serving: configuration)
    let client = try daemon.connect()

    #expect(try client.ask(LightsInterface.Get()).light.id == "backlight/panel")
    #expect(try client.ask(LightsInterface.Get(light: "keys")).light.id == "leds/tpacpi::kbd_backlight")
  }

  @Test func `a light has its alias in every reply`() throws {
    var configuration = Configuration()
    configuration.overrides[LightID(.backlight, "panel"), default: LightOverride()].alias = "screen"
    let daemon = try TestDaemon([Device.panel, Device.keyboard], serving: configuration)
    let client = try daemon.connect()

    #expect(try client.ask(LightsInterface.List()).lights.map(\.alias) == ["screen", nil])
    #expect(try client.ask(LightsInterface.Get()).light.alias == "screen")
    #expect(try client.ask(LightsInterface.Set(level: .raw(12))).lights.map(\.alias) == ["screen"])
    #expect(try client.follow(LightsInterface.Watch()).take().first?.get().light.alias == "screen")
  }

  @Test func `an ambiguous or unknown name is refused with the text of LightNames`() throws {
    let daemon = try TestDaemon([Device.keyboard], serving: Configuration())
    let client = try daemon.connect()
    let known = ["leds/tpacpi::kbd_backlight"]

    #expect(throws: ControlError.lights(.noLights)) { try client.ask(LightsInterface.Get()) }
    #expect(throws: ControlError.lights(.noLights)) { try client.ask(LightsInterface.Set(level: .raw(1))) }
    #expect(throws: ControlError.lights(.noSuchLight(light: "x", known: known))) {
      try client.ask(LightsInterface.Get(light: "x"))
    }
    #expect(throws: ControlError.lights(.noSuchLight(light: "x", known: known))) {
      try client.follow(LightsInterface.Watch(light: "x")).take().first?.get()
    }
  }

  @Test(arguments: [
    (LightsInterface.Level.percent(37), 37), (.changePercent(-10), 50), (.raw(12), 12), (.changeRaw(5), 65),
  ])
  func `a set level is answered when it is written`(level: LightsInterface.Level, raw: Int) throws {
    let daemon = try TestDaemon(serving: Configuration())

    let lights = try daemon.connect().ask(LightsInterface.Set(light: "panel", level: level)).lights

    #expect(daemon.level() == raw)
    #expect(lights.map(\.raw) == [raw])
    #expect(lights.map(\.baseRaw) == [raw])
  }

  @Test(arguments: [(3, -1, 2), (0, 1, 1), (2, 1, 3), (0, -1, 0)])
  func `a relative level of a keyboard that changed without an event starts at its real level`(
    found: Int,
    step: Int,
    raw: Int
  ) throws {
    let daemon = try TestDaemon([Device.keyboard], serving: Configuration())
    try daemon.moveSilently(Device.keyboard, to: found)

    let light = try daemon.connect().ask(LightsInterface.Set(light: "keyboard", level: .changeRaw(step))).lights[0]

    #expect(daemon.level(Device.keyboard) == raw)
    #expect([light.raw, light.baseRaw] == [raw, raw])
    #expect(light.state == .free)
  }

  @Test func `a relative level on a held light that changed without an event becomes its base`() throws {
    let daemon = try TestDaemon([Device.keyboard], serving: Configuration())
    try daemon.moveSilently(Device.keyboard, to: 3)
    let clients = try [daemon.connect(), daemon.connect()]

    let set = clients[0].begin(LightsInterface.Set(light: "keyboard", level: .changeRaw(-1)), wantsMore: false)
    _ = clients[1].follow(SessionsInterface.Hold(scene: .exactly(0, of: "keyboard")))
    #expect(daemon.level(Device.keyboard) == 0)
    clients[1].leave()

    #expect(set.takeSuccessful().count == 1)
    #expect(daemon.level(Device.keyboard) == 2)
  }

  @Test func `a level that one light cannot have changes none`() throws {
    let daemon = try TestDaemon([Device.panel, .backlight("ddcci5", maximum: 10, level: 3)], serving: Configuration())

    let reason = "expected a raw value from 0 to 10, found 50"
    #expect(throws: ControlError.lights(.outOfRange(light: "backlight/ddcci5", reason: reason))) {
      try daemon.connect().ask(LightsInterface.Set(level: .raw(50)))
    }
    #expect(daemon.level() == 60)
  }

  @Test func `a panel is set below its floor only with allowOff`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let client = try daemon.connect()

    _ = try client.ask(LightsInterface.Set(level: .percent(0)))
    #expect(daemon.level() == 1)

    _ = try client.ask(LightsInterface.Set(level: .percent(0), allowOff: true))
    #expect(daemon.level() == 0)
  }

  @Test func `a light that refuses a level is reported with the reason`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let client = try daemon.connect()
    daemon.files.fail("panel", .code(EIO))

    #expect {
      try client.ask(LightsInterface.Set(level: .raw(12)))
    } throws: { error in
      guard case ControlError.lights(.notWritable(light: "backlight/panel", let reason)) = error else { return false }
      return reason.contains("input/output error")
    }
    #expect(try client.ask(LightsInterface.Get()).light.reason?.contains("input/output error") == true)
  }

  @Test func `setting a held, unplugged light writes nothing`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let client = try daemon.connect()
    let holder = try daemon.connect()
    _ = holder.follow(SessionsInterface.Hold(scene: .exactly(80)))
    try daemon.unplug()

    #expect(throws: ControlError.lights(.notWritable(light: "backlight/panel", reason: "it is not connected"))) {
      try client.ask(LightsInterface.Set(light: "backlight/panel", level: .raw(12)))
    }
  }

  @Test func `an invalid level is refused with its field`() throws {
    let client = try TestDaemon(serving: Configuration()).connect()

    func field(_ method: String, _ parameters: String) throws -> String? {
      guard case .service(.invalidParameter(let field, _)) = try client.refusal(of: method, parameters) else {
        return nil
      }
      return field
    }

    #expect(try field("Lights.Set", #"{"level":{}}"#) == "level")
    #expect(try field("Lights.Set", #"{"level":{"raw":1,"percent":2}}"#) == "raw")
    #expect(try field("Lights.Get", #"{"lihgt":"panel"}"#) == "lihgt")
    #expect(try client.refusal(of: "Lights.Dim") == .service(.methodNotFound("io.brightnessd.Lights.Dim")))
  }
}

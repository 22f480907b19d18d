import ControlAPI
import Glibc
import Hardware
import HardwareTesting
import Testing
import Varlink

@testable import Daemon

@Suite struct LightsServedTests {
  @Test func `lights are listed with what they show and what the person wants`() throws {
    let desk = try Desk([Device.panel, Device.keyboard], serving: Configuration())

    let lights = try desk.connect(as: User.guest).ask(LightsInterface.List()).lights

    #expect(lights.map(\.id) == ["backlight/panel", "leds/tpacpi::kbd_backlight"])
    #expect(lights.map(\.kind) == [.panel, .keyboard])
    #expect(lights.map(\.raw) == [60, 1])
    #expect(lights.map(\.maximum) == [100, 3])
    #expect(lights.map(\.baseRaw) == [60, 1])
    #expect(lights.map(\.floor) == [1, 0])
    #expect(lights.map(\.standing) == [.free, .free])
  }

  @Test func `one light is the panel, or the one that is named`() throws {
    var configuration = Configuration()
    configuration.overrides[LightID(.leds, Device.keyboard.name), default: LightOverride()].alias = "keys"
    let desk = try Desk([Device.panel, Device.keyboard], serving: configuration)
    let visitor = try desk.connect()

    #expect(try visitor.ask(LightsInterface.Get()).light.id == "backlight/panel")
    #expect(try visitor.ask(LightsInterface.Get(light: "keys")).light.id == "leds/tpacpi::kbd_backlight")
  }

  @Test func `a light that is not meant by a name is told as the names say`() throws {
    let desk = try Desk([Device.keyboard], serving: Configuration())
    let visitor = try desk.connect()
    let known = ["leds/tpacpi::kbd_backlight"]

    #expect(throws: ControlError.lights(.noLights)) { try visitor.ask(LightsInterface.Get()) }
    #expect(throws: ControlError.lights(.noLights)) { try visitor.ask(LightsInterface.Set(level: .raw(1))) }
    #expect(throws: ControlError.lights(.noSuchLight("x", known: known))) {
      try visitor.ask(LightsInterface.Get(light: "x"))
    }
    #expect(throws: ControlError.lights(.noSuchLight("x", known: known))) {
      try visitor.follow(LightsInterface.Watch(light: "x")).take().first?.get()
    }
  }

  @Test(arguments: [
    (LightsInterface.Level.percent(37), 37), (.changePercent(-10), 50), (.raw(12), 12), (.changeRaw(5), 65),
  ])
  func `a level is set, and the answer comes when it is written`(level: LightsInterface.Level, raw: Int) throws {
    let desk = try Desk(serving: Configuration())

    let lights = try desk.connect().ask(LightsInterface.Set(light: "panel", level: level)).lights

    #expect(desk.level() == raw)
    #expect(lights.map(\.raw) == [raw])
    #expect(lights.map(\.baseRaw) == [raw])
  }

  @Test func `an answer waits for the write that covers it`() throws {
    let desk = try Desk(serving: Configuration())
    let replies = try desk.connect().begin(LightsInterface.Set(level: .raw(12)), wantsMore: false)
    for _ in 0..<4 { desk.takeTurn() }
    #expect(replies.take().isEmpty)

    desk.goOn()

    #expect(replies.takeGood().map(\.lights[0].raw) == [12])
  }

  @Test func `a level that one light cannot have moves none`() throws {
    let desk = try Desk([Device.panel, .backlight("ddcci5", maximum: 10, level: 3)], serving: Configuration())

    let reason = "expected a raw value from 0 to 10, found 50"
    #expect(throws: ControlError.lights(.outOfRange("backlight/ddcci5", reason: reason))) {
      try desk.connect().ask(LightsInterface.Set(level: .raw(50)))
    }
    #expect(desk.level() == 60)
  }

  @Test func `a panel goes below its floor only where that is asked for`() throws {
    let desk = try Desk(serving: Configuration())
    let visitor = try desk.connect()

    _ = try visitor.ask(LightsInterface.Set(level: .percent(0)))
    #expect(desk.level() == 1)

    _ = try visitor.ask(LightsInterface.Set(level: .percent(0), allowOff: true))
    #expect(desk.level() == 0)
  }

  @Test func `a light that does not take a level is told with the reason`() throws {
    let desk = try Desk(serving: Configuration())
    let visitor = try desk.connect()
    desk.files.fail("panel", .code(EIO))

    #expect {
      try visitor.ask(LightsInterface.Set(level: .raw(12)))
    } throws: { error in
      guard case ControlError.lights(.notWritable("backlight/panel", let reason)) = error else { return false }
      return reason.contains("input/output error")
    }
    #expect(try visitor.ask(LightsInterface.Get()).light.reason?.contains("input/output error") == true)
  }

  @Test func `a light that is held and away is not written by a level`() throws {
    let desk = try Desk(serving: Configuration())
    let visitor = try desk.connect()
    let holder = try desk.connect()
    _ = holder.follow(SessionsInterface.Hold(scene: .exactly(80)))
    try desk.unplug()

    #expect(throws: ControlError.lights(.notWritable("backlight/panel", reason: "it is not there"))) {
      try visitor.ask(LightsInterface.Set(light: "backlight/panel", level: .raw(12)))
    }
  }

  @Test func `what is no level is refused by the field`() throws {
    let visitor = try Desk(serving: Configuration()).connect()

    #expect(try visitor.refusal(of: "Lights.Set", #"{"level":{}}"#) == .service(.invalidParameter("level")))
    #expect(
      try visitor.refusal(of: "Lights.Set", #"{"level":{"raw":1,"percent":2}}"#) == .service(.invalidParameter("raw"))
    )
    #expect(try visitor.refusal(of: "Lights.Get", #"{"lihgt":"panel"}"#) == .service(.invalidParameter("lihgt")))
    #expect(try visitor.refusal(of: "Lights.Dim") == .service(.methodNotFound("io.brightnessd.Lights.Dim")))
  }
}

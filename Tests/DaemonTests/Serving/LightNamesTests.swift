import Brightness
import ControlAPI
import Model
import Testing

@testable import Daemon

@Suite struct LightNamesTests {
  private static let panel = light("backlight/intel", .panel, alias: "screen")
  private static let monitor = light("backlight/ddcci5", .monitor)
  private static let other = light("backlight/ddcci6", .monitor)
  private static let keyboard = light("leds/intel", .keyboard)
  private static let all = LightNames([panel, monitor, other, keyboard])

  @Test(
    arguments: [
      ("backlight/intel", "backlight/intel"), ("leds/intel", "leds/intel"), ("ddcci5", "backlight/ddcci5"),
      ("screen", "backlight/intel"), ("panel", "backlight/intel"), ("keyboard", "leds/intel"), (nil, "backlight/intel"),
    ] as [(String?, String)]
  )
  func `a light is named by its id, its kernel name, its alias or its kind`(name: String?, id: String) throws {
    #expect(try Self.all.one(name) == LightID(id))
  }

  @Test func `an exact id takes precedence over other names`() throws {
    let names = LightNames([Self.light("backlight/a", .panel, alias: "leds/b"), Self.light("leds/b", .keyboard)])

    #expect(try names.one("leds/b") == LightID("leds/b"))
  }

  @Test func `an ambiguous name is refused with its matches`() {
    let both = ["backlight/ddcci5", "backlight/ddcci6"]
    #expect(throws: LightsError.ambiguousLight(light: "monitor", known: both)) { try Self.all.one("monitor") }

    let intel = ["backlight/intel", "leds/intel"]
    #expect(throws: LightsError.ambiguousLight(light: "intel", known: intel)) { try Self.all.one("intel") }
  }

  @Test func `an unknown name is refused with the known lights`() {
    let names = LightNames([Self.panel, Self.keyboard])

    #expect(throws: LightsError.noSuchLight(light: "x", known: ["backlight/intel", "leds/intel"])) {
      try names.one("x")
    }
  }

  @Test func `without a name and without a panel the only monitor is used`() throws {
    #expect(try LightNames([Self.monitor, Self.keyboard]).one(nil) == LightID("backlight/ddcci5"))
  }

  @Test func `without a name a keyboard is never used`() {
    #expect(throws: LightsError.noLights) { try LightNames([Self.keyboard]).one(nil) }
    #expect(throws: LightsError.noLights) { try LightNames([Self.keyboard]).some(nil) }
  }

  @Test func `a change without a name applies to all panels and monitors`() throws {
    #expect(try Self.all.some(nil).map(\.description) == ["backlight/intel", "backlight/ddcci5", "backlight/ddcci6"])
    #expect(try Self.all.some("keyboard").map(\.description) == ["leds/intel"])
  }

  @Test(
    arguments: [
      (nil, .picture), ("panel", .kind(.panel)), ("monitor", .kind(.monitor)), ("keyboard", .kind(.keyboard)),
      ("ddcci5", .light(LightID(.backlight, "ddcci5"))), ("screen", .light(LightID(.backlight, "intel"))),
      ("backlight/away", .light(LightID(.backlight, "away"))),
    ] as [(String?, LightSelector)]
  )
  func `a claim may name a light that is not connected`(name: String?, selector: LightSelector) throws {
    #expect(try Self.all.selector(name) == selector)
  }

  @Test(arguments: ["tty/x", "backlight/..", "backlight/", "/", "leds/a/b"])
  func `a claim on an impossible name is refused with the known lights`(name: String) {
    let names = LightNames([Self.panel, Self.keyboard])

    #expect(throws: LightsError.noSuchLight(light: name, known: ["backlight/intel", "leds/intel"])) {
      try names.selector(name)
    }
  }

  private static func light(_ id: String, _ kind: LightKind, alias: String? = nil) -> LightNames.Entry {
    LightNames.Entry(id: LightID(id)!, kind: kind, alias: alias)
  }
}

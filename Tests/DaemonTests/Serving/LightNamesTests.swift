import Brightness
import BrightnessControl
import BrightnessModel
import Testing

@testable import Daemon

@Suite struct LightNamesTests {
  private static let panel = light("backlight/intel", .panel, alias: "screen")
  private static let monitor = light("backlight/ddcci5", .monitor)
  private static let other = light("backlight/ddcci6", .monitor, connector: "DP-1")
  private static let keyboard = light("leds/intel", .keyboard)
  private static let all = LightNames([monitor, other, panel, light("leds/extern", .keyboard), keyboard])

  @Test(
    arguments: [
      ("backlight/intel", "backlight/intel"), ("leds/intel", "leds/intel"), ("ddcci5", "backlight/ddcci5"),
      ("screen", "backlight/intel"), ("DP-1", "backlight/ddcci6"),
    ]
  )
  func `one light is named by its id, its kernel name, its alias or its connector`(name: String, id: String) throws {
    #expect(try Self.all.lights(name).map(\.description) == [id])
  }

  @Test(
    arguments: [
      (nil, ["backlight/intel", "backlight/ddcci5", "backlight/ddcci6"]), ("panel", ["backlight/intel"]),
      ("monitor", ["backlight/ddcci5", "backlight/ddcci6"]), ("keyboard", ["leds/extern", "leds/intel"]),
    ] as [(String?, [String])]
  )
  func `a kind is all its lights, and no name all screens, panels first`(name: String?, ids: [String]) throws {
    #expect(try Self.all.lights(name).map(\.description) == ids)
  }

  @Test func `an exact id takes precedence over other names`() throws {
    let names = LightNames([Self.light("backlight/a", .panel, alias: "leds/b"), Self.light("leds/b", .keyboard)])

    #expect(try names.lights("leds/b") == [LightID(.leds, "b")])
  }

  @Test func `a kind takes precedence over the kernel name of a light`() throws {
    let names = LightNames([Self.light("backlight/keyboard", .panel), Self.light("leds/b", .keyboard)])

    #expect(try names.lights("keyboard") == [LightID(.leds, "b")])
    #expect(try names.lights("backlight/keyboard") == [LightID(.backlight, "keyboard")])
  }

  @Test func `a name that fits several lights is refused with its matches`() {
    let intel = ["backlight/intel", "leds/intel"]
    #expect(throws: LightsError.ambiguousLight(light: "intel", known: intel)) { try Self.all.lights("intel") }

    let twins = LightNames(["a", "b"].map { Self.light("ddc/\($0)", .monitor, connector: "DP-1") })
    #expect(throws: LightsError.ambiguousLight(light: "DP-1", known: ["ddc/a", "ddc/b"])) { try twins.lights("DP-1") }
  }

  @Test(arguments: ["x", "monitor"])
  func `an unknown name, and a kind without lights, is refused with the known lights`(name: String) {
    let names = LightNames([Self.panel, Self.keyboard])

    #expect(throws: LightsError.noSuchLight(light: name, known: ["backlight/intel", "leds/intel"])) {
      try names.lights(name)
    }
  }

  @Test(arguments: [
    (LightsError.noSuchLight(light: "x", known: ["leds/a", "leds/b"]), "'x' is none of leds/a, leds/b"),
    (.noSuchLight(light: "x", known: []), "'x' names no light"),
    (.ambiguousLight(light: "a", known: ["leds/a", "backlight/a"]), "'a' names each of leds/a, backlight/a"),
  ])
  func `the reason why a name is refused is a clause`(error: LightsError, reason: String) {
    #expect(error.reasonOfName == reason)
  }

  @Test func `without a name a keyboard is never meant`() {
    #expect(throws: LightsError.noLights) { try LightNames([Self.keyboard]).lights(nil) }
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

  private static func light(
    _ id: String,
    _ kind: LightKind,
    alias: String? = nil,
    connector: String? = nil
  ) -> LightNames.Entry {
    LightNames.Entry(id: LightID(id)!, kind: kind, alias: alias, connector: connector)
  }
}

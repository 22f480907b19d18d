import Brightness
import ControlAPI
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

  @Test func `what is said in full is meant, whatever else is called so`() throws {
    let names = LightNames([Self.light("backlight/a", .panel, alias: "leds/b"), Self.light("leds/b", .keyboard)])

    #expect(try names.one("leds/b") == LightID("leds/b"))
  }

  @Test func `a name that fits several is refused with those that it fits`() {
    let both = ["backlight/ddcci5", "backlight/ddcci6"]
    #expect(throws: LightsError.ambiguousLight("monitor", known: both)) { try Self.all.one("monitor") }

    let intel = ["backlight/intel", "leds/intel"]
    #expect(throws: LightsError.ambiguousLight("intel", known: intel)) { try Self.all.one("intel") }
  }

  @Test func `a name that fits none is refused with those that there are`() {
    let names = LightNames([Self.panel, Self.keyboard])

    #expect(throws: LightsError.noSuchLight("x", known: ["backlight/intel", "leds/intel"])) { try names.one("x") }
  }

  @Test func `without a name the only light that shows a picture is meant where there is no panel`() throws {
    #expect(try LightNames([Self.monitor, Self.keyboard]).one(nil) == LightID("backlight/ddcci5"))
  }

  @Test func `without a name a keyboard is never meant`() {
    #expect(throws: LightsError.noLights) { try LightNames([Self.keyboard]).one(nil) }
    #expect(throws: LightsError.noLights) { try LightNames([Self.keyboard]).some(nil) }
  }

  @Test func `a change without a name is for everything that shows a picture`() throws {
    #expect(try Self.all.some(nil).map(\.description) == ["backlight/intel", "backlight/ddcci5", "backlight/ddcci6"])
    #expect(try Self.all.some("keyboard").map(\.description) == ["leds/intel"])
  }

  @Test(
    arguments: [
      (nil, .picture), ("panel", .kind(.panel)), ("monitor", .kind(.monitor)), ("keyboard", .kind(.keyboard)),
      ("ddcci5", .light(LightID("backlight/ddcci5"))), ("screen", .light(LightID("backlight/intel"))),
      ("backlight/away", .light(LightID("backlight/away"))),
    ] as [(String?, LightSelector)]
  )
  func `a claim is for what its light names, also if it is not there yet`(name: String?, selector: LightSelector) throws
  {
    #expect(try Self.all.selector(name) == selector)
  }

  private static func light(_ id: String, _ kind: LightKind, alias: String? = nil) -> LightNames.Entry {
    LightNames.Entry(id: LightID(id), kind: kind, alias: alias)
  }
}

import BrightnessControl
import BrightnessModel
import Testing

@testable import BrightnessCommands
@testable import Commands

/// The names of lights that the client compares itself. The rule is that of the daemon's
/// `LightNamesTests`.
@Suite struct LightNameTests {
  private static let lights = [
    light("backlight/a", .panel), light("ddc/DEL-1", .monitor).with { ($0.connector, $0.alias) = ("DP-1", "left") },
    light("ddc/DEL-2", .monitor).with { $0.alias = "a" },
  ]

  private static func light(_ id: String, _ kind: LightsInterface.Kind) -> Light {
    .panel.with { ($0.id, $0.kind, $0.alias, $0.connector) = (id, kind, nil, nil) }
  }

  @Test(arguments: [
    ("panel", "backlight/a"), ("monitor", "ddc/DEL-1"), ("DP-1", "ddc/DEL-1"), ("left", "ddc/DEL-1"),
    ("DEL-2", "ddc/DEL-2"), ("ddc/DEL-2", "ddc/DEL-2"), ("backlight/a", "backlight/a"),
  ])
  func `a light has its id, its kernel name, its alias, its connector and its kind`(name: String, id: String) throws {
    #expect(try Self.lights.first(named: name).id == id)
  }

  @Test func `a name of two lights is ambiguous, and another one is of none`() {
    let (two, all) = (["backlight/a", "ddc/DEL-2"], Self.lights.map(\.id))

    #expect(throws: LightsError.ambiguousLight(light: "a", known: two)) { try Self.lights.first(named: "a") }
    for name in ["b", "keyboard", ""] {
      #expect(throws: LightsError.noSuchLight(light: name, known: all)) { try Self.lights.first(named: name) }
    }
  }

  @Test func `in claims a kind and an id are known without a light, and an ambiguous name is not unknown`() {
    #expect(Self.lights.unknown(["keyboard", "leds/x", "DP-1", "a", "leds", "b"]) == "leds")
    #expect(Self.lights.unknown(["keyboard", "leds/x", "left", "a"]) == nil)
  }
}

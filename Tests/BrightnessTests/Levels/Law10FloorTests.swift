import Brightness
import Testing

@Suite struct Law10FloorTests {
  @Test(arguments: ranges([.panel, .monitor]), ["0%", "min", "raw:0", "0.2%", "-100%", "raw:-2147483647"])
  func `no level leads a picture below one per cent or below one step`(range: LightRange, text: String) throws {
    let reached = try range.outcome(of: Level(text), from: range.setting(raw: range.maximum)).setting

    #expect(reached.raw >= 1)
    #expect(reached.raw == range.raw(of: percent(1)))
    #expect(reached.share.percent == 1)
  }

  @Test(arguments: ranges([.panel, .monitor]), ["0%", "min", "raw:0", "-100%"])
  func `a picture goes off where that is allowed`(range: LightRange, text: String) throws {
    let reached = try range.outcome(of: Level(text), from: range.setting(raw: range.maximum), allowOff: true)

    #expect(reached.setting == range.setting(raw: 0))
  }

  @Test(arguments: ranges([.keyboard, .indicator]), ["0%", "min", "raw:0", "-100%"])
  func `a keyboard may go off`(range: LightRange, text: String) throws {
    let reached = try range.outcome(of: Level(text), from: range.setting(raw: range.maximum))

    #expect(reached.setting == range.setting(raw: 0))
  }

  @Test(arguments: ranges())
  func `a little light is never none`(range: LightRange) {
    #expect(range.raw(of: percent(0.000001)) >= 1)
  }

  @Test func `one per cent of a linear panel is a tenth of one in light`() {
    #expect(range(19200, .panel, .linear).floor == 192)
    #expect(range(19200, .panel, .perceptual).floor == 21)
  }
}

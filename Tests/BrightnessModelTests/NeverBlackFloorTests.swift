import BrightnessModel
import Guarantees
import Testing

@Suite(.tags(.neverBlackByAccident)) struct NeverBlackFloorTests {
  @Test(
    arguments: ranges([.panel, .monitor]),
    [Level.share(.nothing), .raw(0), .share(percent(0.2)), .down(.share(.all)), .down(.raw(2_147_483_647))]
  )
  func `no level takes a screen below 1% or below raw value 1`(range: LightRange, level: Level) throws {
    let reached = try range.outcome(of: level, from: range.setting(raw: range.maximum))

    #expect(reached.raw >= 1)
    #expect(reached.raw == range.raw(of: percent(1)))
    #expect(reached.share.percent == 1)
  }

  @Test(
    arguments: ranges([.panel, .monitor]).map { ($0, true) } + ranges([.keyboard, .indicator]).map { ($0, false) },
    [Level.share(.nothing), .raw(0), .down(.share(.all))]
  )
  func `a screen goes off when allowed, and a keyboard without permission`(
    _ light: (range: LightRange, allowOff: Bool),
    level: Level
  ) throws {
    let range = light.range
    let reached = try range.outcome(of: level, from: range.setting(raw: range.maximum), allowOff: light.allowOff)

    #expect(reached == range.setting(raw: 0))
  }

  @Test(arguments: ranges(), [0.1, 10, 50, 100])
  func `a configured floor applies unless it is below that of the kind`(range: LightRange, floor: Double) throws {
    let kind: LightKind = range.floor == 0 ? .keyboard : .panel
    let configured = try #require(
      LightRange(maximum: range.maximum, scale: range.scale, kind: kind, floor: percent(floor))
    )

    let reached = try configured.outcome(of: .share(.nothing), from: configured.setting(raw: configured.maximum))

    #expect(reached.share == max(percent(floor), range.floorShare))
    #expect(reached.raw == range.raw(of: reached.share))
    #expect(reached.raw >= 1)
  }

  @Test(arguments: ranges())
  func `a share above nothing is never raw value 0`(range: LightRange) {
    #expect(range.raw(of: percent(0.000001)) >= 1)
  }

  @Test func `the floor of 1% depends on the scale`() {
    #expect(range(19200, .panel, .linear).floor == 192)
    #expect(range(19200, .panel, .perceptual).floor == 21)
  }
}

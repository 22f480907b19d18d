import Testing

@testable import Brightness

@Suite struct DescribedLightTests {
  private var lights = Lights.showing(panel: 5)

  @Test mutating func `a light that shows its base is not written for another floor`() throws {
    let outcome = lights.described(panel, .panel, range: try floored(10))

    #expect(outcome.order() == nil)
    #expect(lights[panel]?.target.raw == 5)
    #expect(lights[panel]?.range.floor == 10)
  }

  @Test mutating func `a base below another floor is lifted to it when the light is brought back`() throws {
    _ = lights.described(panel, .panel, range: try floored(10))
    lights.settled(lights.hold(.at(100), owner(1)))

    #expect(lights.released(owner(1)).order() == 10)
  }

  @Test mutating func `a light that is held goes by another floor at once`() throws {
    lights.settled(lights.hold(.at(3), owner(1)))

    #expect(lights.described(panel, .panel, range: try floored(10)).order() == 10)
    #expect(lights.described(panel, .panel, range: range(100)).order() == 3)
    #expect(lights[panel]?.base.setting.raw == 5)
  }

  @Test mutating func `a light that is held goes by another scale at once, and its base keeps the step`() throws {
    lights.settled(lights.hold(.at(50), owner(1)))

    let outcome = lights.described(panel, .panel, range: range(100, .panel, .perceptual))

    #expect(outcome.order() == 18)
    #expect(lights.released(owner(1)).order() == 5)
  }

  @Test mutating func `a level that was asked for is said as such under another floor`() throws {
    _ = lights.appeared(monitor, .monitor, range: range(3, .monitor), raw: 3)
    _ = try lights.set(monitor, to: .share(percent(37)))

    _ = lights.described(monitor, .monitor, range: try floored(10, of: 3))

    #expect(lights[monitor]?.base.setting.share == percent(37))
  }

  @Test mutating func `a light that becomes another kind is claimed by what covers that, and by nothing else`() {
    let panels = ClaimedScene(owner(1), [Claim(.at(100), of: .kind(.panel))])
    let keyboards = ClaimedScene(owner(2), [Claim(.at(40), of: .kind(.keyboard))])
    lights.settled(lights.claimed(panels))
    lights.settled(lights.claimed(keyboards))

    #expect(lights.described(panel, .keyboard, range: range(100, .keyboard)).order() == 40)
    #expect(lights[panel]?.decider == owner(2))
    #expect(lights.released(owner(2)).order() == 5)
    #expect(lights.released(owner(1)).changes == [])
  }

  @Test mutating func `a scene that yielded still stands aside on a light that becomes another kind`() {
    lights.settled(lights.hold(.at(100), owner(1)))
    _ = lights.moved(panel, to: 40)

    #expect(lights.described(panel, .monitor, range: range(100)).order() == nil)
    #expect(lights[panel]?.standing == .free)
  }

  @Test mutating func `a light that comes back as another kind is claimed by what covers that`() {
    lights.settled(lights.claimed(ClaimedScene(owner(1), [Claim(.at(100), of: .kind(.panel))])))
    _ = lights.vanished(panel)

    let outcome = lights.appeared(panel, .monitor, range: range(100, .monitor), raw: 100)

    #expect(outcome.order() == 5)
    #expect(lights[panel]?.kind == .monitor)
  }

  private func floored(_ floor: Double, of maximum: Int = 100) throws -> LightRange {
    try #require(LightRange(maximum: maximum, scale: .linear, kind: .panel, floor: percent(floor)))
  }
}

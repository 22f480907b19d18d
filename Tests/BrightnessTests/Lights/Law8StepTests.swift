import Testing

@testable import Brightness

@Suite struct Law8StepTests {
  @Test func `a step on a held light starts from what is seen`() throws {
    var lights = Lights.showing(panel: 40)
    lights.settled(lights.hold(.at(100), owner(1)))

    #expect(try lights.set(panel, to: .down(.share(percent(5)))).order() == 95)
    #expect(lights[panel]?.base.setting.raw == 95)
  }

  @Test func `a step on a light whose claim follows the base starts from the base`() throws {
    var lights = Lights.showing(panel: 60)
    lights.settled(lights.hold(.times(50), owner(1), .rebase))

    #expect(try lights.set(panel, to: .up(.share(percent(20)))).order() == 40)
    #expect(lights[panel]?.base.setting.raw == 80)
  }

  @Test func `a step on a light at its end says so, and is a choice`() throws {
    var lights = Lights.showing(panel: 40)
    lights.settled(lights.hold(.at(100), owner(1)))

    let outcome = try lights.set(panel, to: .up(.share(percent(1))))

    #expect(outcome.atEnd)
    #expect(outcome.yielded == [owner(1)])
    #expect(lights[panel]?.base.setting.raw == 100)
  }

  @Test func `a level that cannot be had changes nothing`() {
    var lights = Lights.showing(panel: 40)
    lights.settled(lights.hold(.at(100), owner(1)))
    let before = lights

    #expect(throws: LevelError.self) { try lights.set(panel, to: .raw(101)) }

    #expect(lights == before)
  }

  @Test func `a level that is set twice is written once`() throws {
    var lights = Lights.showing(panel: 40)

    let first = try lights.set(panel, to: .share(percent(37)))
    lights.settled(first)

    #expect(first.order() == 37)
    #expect(try lights.set(panel, to: .share(percent(37))).order() == nil)
    #expect(lights[panel]?.standing == .free)
  }
}

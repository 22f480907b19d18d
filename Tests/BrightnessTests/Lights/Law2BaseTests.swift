import Testing

@testable import Brightness

@Suite struct Law2BaseTests {
  @Test func `a second hold does not learn the level of the first`() {
    var lights = Lights.showing(panel: 60)

    lights.settled(lights.hold(.at(100), owner(1)))
    lights.settled(lights.hold(.at(20), owner(2)))
    lights.settled(lights.released(owner(1)))
    let last = lights.released(owner(2))

    #expect(last.order() == 60)
  }

  @Test func `a hold that ends while the light is away is paid when it comes back`() {
    var lights = Lights.showing(panel: 60)
    lights.settled(lights.hold(.at(100), owner(1)))
    _ = lights.vanished(panel)
    _ = lights.released(owner(1))
    #expect(lights[panel]?.standing == .owing)

    let outcome = lights.appeared(panel, .panel, range: range(100), raw: 100)

    #expect(outcome.order() == 60)
    #expect(lights[panel]?.base.setting.raw == 60)
  }

  @Test func `a release that was refused stays owed through unplug and replug`() {
    var lights = Lights.showing(panel: 60)
    lights.settled(lights.hold(.at(100), owner(1)))
    _ = lights.released(owner(1))

    _ = lights.refused(panel)
    #expect(lights[panel]?.standing == .owing)
    _ = lights.vanished(panel)
    _ = lights.vanished(panel)

    #expect(lights.appeared(panel, .panel, range: range(100), raw: 100).order() == 60)
    #expect(lights.wrote(60, on: panel).changes.last?.view.standing == .free)
  }

  @Test func `a base that moved since it was recorded is the one that counts`() throws {
    var lights = Lights.showing(panel: 60)
    lights.settled(lights.hold(.at(100), owner(1), .cancel))
    _ = try lights.set(panel, to: .share(percent(67)))
    _ = lights.vanished(panel)

    let recorded = OwedBase(base(60, on: range(100)), in: range(100))
    let outcome = lights.appeared(panel, .panel, range: range(3), raw: 3, owed: recorded)

    #expect(outcome.order() == 2)
    #expect(lights[panel]?.base.setting.share == percent(67))
  }

  @Test func `a base follows its light into another range by its share, and into the same by its step`() {
    var lights = Lights.showing(panel: 128, of: 255)
    lights.settled(lights.hold(.at(100), owner(1)))

    #expect(lights.appeared(panel, .panel, range: range(65535), raw: 255).order() == 65535)
    #expect(lights.released(owner(1)).order() == 32896)

    var same = Lights.showing(panel: 12347, of: 96000)
    same.settled(same.hold(.at(100), owner(1)))
    _ = same.vanished(panel)
    _ = same.appeared(panel, .panel, range: range(96000, .panel, .perceptual), raw: 96000)
    #expect(same.released(owner(1)).order() == 12347)
  }

  @Test func `a hold that needed no write still keeps the base over a replug`() {
    var lights = Lights.showing(panel: 60)
    #expect(lights.hold(.at(60), owner(1)).order() == nil)
    _ = lights.recorded(panel)
    _ = lights.vanished(panel)

    #expect(lights.appeared(panel, .panel, range: range(100), raw: 90).order() == 60)
    #expect(lights[panel]?.base.setting.raw == 60)
  }

  @Test func `a light that went before its first write went as the person had it`() {
    var lights = Lights.showing(panel: 60)
    _ = lights.hold(.at(100), owner(1))
    _ = lights.vanished(panel)
    #expect(lights[panel]?.standing == .unavailable)

    _ = lights.released(owner(1))
    #expect(lights.ids == [])
    #expect(lights.appeared(panel, .panel, range: range(100), raw: 27).order() == nil)
    #expect(lights[panel]?.base.setting.raw == 27)
  }

  @Test func `a limit that does not bite is no hold, and what the light shows after a replug is wanted`() {
    var lights = Lights.showing(panel: 20)
    #expect(lights.hold(.most(30), owner(1)).order() == nil)
    #expect(lights[panel]?.standing == .free)
    _ = lights.vanished(panel)

    #expect(lights.appeared(panel, .panel, range: range(100), raw: 25).order() == nil)
    #expect(lights[panel]?.base.setting.raw == 25)
  }

  @Test func `only the newest write says what the light shows`() {
    var lights = Lights.showing(panel: 60)
    _ = lights.hold(.at(100), owner(1))
    #expect(lights.released(owner(1)).order() == 60)

    _ = lights.wrote(100, on: panel)
    #expect(lights[panel]?.standing == .owing)
    _ = lights.wrote(60, on: panel)
    #expect(lights[panel]?.standing == .free)
  }
}

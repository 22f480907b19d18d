import Testing

@testable import Brightness

@Suite struct Law2FoundBaseTests {
  @Test func `what a light is found to show before its first write is its base`() {
    var lights = Lights.showing(panel: 60)
    let claimed = lights.hold(.at(100), owner(1))
    #expect(claimed.changes.map(\.expected) == [60])

    let found = lights.found(40, on: panel)

    #expect(found.changes.map(\.order) == [100])
    #expect(found.changes.map(\.expected) == [40])
    #expect(lights[panel]?.base.setting.raw == 40)
    #expect(lights[panel]?.standing == .held)
  }

  @Test func `a claim of what the light seems to show expects it too`() {
    var lights = Lights.showing(panel: 60)

    let claimed = lights.hold(.at(60), owner(1))

    #expect(claimed.changes.map(\.order) == [nil])
    #expect(claimed.changes.map(\.expected) == [60])
    #expect(lights.found(40, on: panel).order() == 60)
  }

  @Test func `a light that is found where it is to be held is not written, and goes back nowhere`() {
    var lights = Lights.showing(panel: 60)
    _ = lights.hold(.at(100), owner(1))

    #expect(lights.found(100, on: panel).order() == nil)
    #expect(!lights.isSettled(panel))
    _ = lights.recorded(panel)
    #expect(lights.isSettled(panel))
    #expect(lights.released(owner(1)).order() == nil)
    #expect(lights[panel]?.base.setting.raw == 100)
  }

  @Test func `a light that is found elsewhere after its only claim went is left there`() {
    var lights = Lights.showing(panel: 60)
    _ = lights.hold(.at(100), owner(1))
    _ = lights.released(owner(1))

    #expect(lights.found(40, on: panel).order() == nil)
    #expect(lights[panel]?.base.setting.raw == 40)
    #expect(lights[panel]?.standing == .free)
  }

  @Test func `once a write was done, what is found is no base`() {
    var lights = Lights.showing(panel: 60)
    lights.settled(lights.hold(.at(100), owner(1)))

    #expect(lights.hold(.at(80), owner(2)).changes.map(\.expected) == [nil])
    #expect(lights.found(40, on: panel).order() == 80)
    #expect(lights[panel]?.base.setting.raw == 60)
  }

  @Test func `what the person chose meanwhile is the base, whatever is found`() throws {
    var lights = Lights.showing(panel: 60)
    _ = lights.hold(.at(100), owner(1), .rebase)
    _ = try lights.set(panel, to: .raw(70))

    #expect(lights.found(40, on: panel).order() == 100)
    #expect(lights[panel]?.base.setting.raw == 70)
  }
}

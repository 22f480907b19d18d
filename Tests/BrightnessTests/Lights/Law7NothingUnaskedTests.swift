import Testing

@testable import Brightness

@Suite struct Law7NothingUnaskedTests {
  @Test(arguments: [0, 1, 50, 100])
  func `a light that comes is only read, whatever it shows`(raw: Int) {
    var lights = Lights()

    let outcome = lights.appeared(panel, .panel, range: range(100), raw: raw)

    #expect(outcome.order() == nil)
    #expect(lights[panel]?.base.setting.raw == raw)
    #expect(lights[panel]?.target.raw == raw)
    #expect(lights[panel]?.standing == .free)
  }

  @Test func `a free light that comes back is only read`() {
    var lights = Lights.showing(panel: 60)
    _ = lights.vanished(panel)

    let outcome = lights.appeared(panel, .panel, range: range(255), raw: 200)

    #expect(outcome.order() == nil)
    #expect(lights[panel]?.base.setting.raw == 200)
  }

  @Test func `a person's own step below the floor is not lifted`() {
    var lights = Lights.showing(panel: 60)

    let outcome = lights.moved(panel, to: 0)

    #expect(outcome.order() == nil)
    #expect(lights[panel]?.target.raw == 0)
  }

  @Test func `a light that comes while a claim covers it is written`() {
    var lights = Lights()
    _ = lights.hold(.at(100), owner(1))

    let outcome = lights.appeared(panel, .panel, range: range(100), raw: 60)

    #expect(outcome.order() == 100)
    #expect(lights.released(owner(1)).order() == 60)
  }

  @Test func `a light that comes and is owed its base gets it`() {
    var lights = Lights()
    let owed = OwedBase(base(40, on: range(255)), in: range(255))

    let outcome = lights.appeared(panel, .panel, range: range(100), raw: 100, owed: owed)

    #expect(outcome.order() == 40)
    #expect(lights[panel]?.standing == .owing)
    #expect(lights.wrote(40, on: panel).changes.map(\.view.standing) == [.free])
  }

  @Test func `a light that is owed its base is written even if it seems to show it`() {
    var lights = Lights()

    let outcome = lights.appeared(
      panel,
      .panel,
      range: range(100),
      raw: 40,
      owed: OwedBase(base(40, on: range(100)), in: range(100))
    )

    #expect(outcome.order() == 40)
    #expect(lights[panel]?.standing == .owing)
  }

  @Test func `a held light that comes back is written what it should show, and released to its base`() {
    var lights = Lights.showing(panel: 60)
    lights.settled(lights.hold(.at(100), owner(1)))
    _ = lights.vanished(panel)

    let outcome = lights.appeared(panel, .panel, range: range(100), raw: 30)

    #expect(outcome.order() == 100)
    #expect(lights.released(owner(1)).order() == 60)
  }

  @Test func `a held light that comes back showing its target is left alone`() {
    var lights = Lights.showing(panel: 60)
    lights.settled(lights.hold(.at(100), owner(1)))
    _ = lights.vanished(panel)

    #expect(lights.appeared(panel, .panel, range: range(100), raw: 100).order() == nil)
    #expect(lights[panel]?.standing == .held)
    #expect(lights.released(owner(1)).order() == 60)
  }
}

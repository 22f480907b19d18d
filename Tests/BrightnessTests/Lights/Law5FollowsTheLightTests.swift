import Testing

@testable import Brightness

@Suite struct Law5FollowsTheLightTests {
  private let other = LightID("backlight/panel1")

  @Test func `what is owed to a light is paid under the name that it comes back by`() {
    var lights = Lights.showing(panel: 60)
    lights.settled(lights.hold(.at(100), owner(1)))
    _ = lights.released(owner(1))
    _ = lights.vanished(panel)

    let outcome = lights.appeared(other, .panel, range: range(100), raw: 100, formerly: panel)

    #expect(outcome.order(other) == 60)
    #expect(lights[panel] == nil)
    #expect(lights.ids == [other])
  }

  @Test func `a hold of a kind goes on under the new name, and comes back to the base`() {
    var lights = Lights.showing(panel: 60)
    lights.settled(lights.hold(.at(100), owner(1)))
    _ = lights.vanished(panel)

    #expect(lights.appeared(other, .panel, range: range(100), raw: 20, formerly: panel).order(other) == 100)
    #expect(lights.released(owner(1)).order(other) == 60)
  }

  @Test func `a hold of the former name ends with that name`() {
    var lights = Lights.showing(panel: 60)
    let scene = ClaimedScene(owner(1), [Claim(.at(100), of: .light(panel))])
    lights.settled(lights.claimed(scene))
    _ = lights.vanished(panel)

    #expect(lights.appeared(other, .panel, range: range(100), raw: 100, formerly: panel).order(other) == 60)
    #expect(lights.released(owner(1)).changes == [])
  }

  @Test func `a scene that yielded on a light still stands aside under the new name`() {
    var lights = Lights.showing(panel: 60)
    lights.settled(lights.hold(.at(100), owner(1)))
    _ = lights.moved(panel, to: 40)
    _ = lights.vanished(panel)

    #expect(lights.appeared(other, .panel, range: range(100), raw: 40, formerly: panel).order(other) == nil)
    #expect(lights[other]?.standing == .free)
  }

  @Test func `a light that owes nothing and that nobody claims is forgotten when it goes`() {
    var lights = Lights.showing(panel: 60)

    _ = lights.vanished(panel)

    #expect(lights.ids == [])
  }

  @Test func `a light that went is forgotten with the last claim on it`() {
    var lights = Lights.showing(panel: 60)
    _ = lights.hold(.most(80), owner(1))
    _ = lights.vanished(panel)
    #expect(lights.ids == [panel])

    _ = lights.released(owner(1))

    #expect(lights.ids == [])
  }

  @Test func `a light that goes back to the name before is what it was under the other one`() {
    var lights = Lights.showing(panel: 60)
    lights.settled(lights.hold(.at(100), owner(1)))
    _ = lights.vanished(panel)
    lights.settled(lights.appeared(other, .panel, range: range(100), raw: 27))
    _ = lights.vanished(other)

    _ = lights.appeared(panel, .panel, range: range(100), raw: 91, formerly: other)

    #expect(lights.released(owner(1)).order() == 27)
    #expect(lights.ids == [panel])
  }
}

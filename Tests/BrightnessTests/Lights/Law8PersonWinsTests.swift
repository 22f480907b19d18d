import Testing

@testable import Brightness

@Suite struct Law8PersonWinsTests {
  @Test func `a claim yields to the person until its scene appears again`() {
    var lights = Lights.showing(panel: 60)
    lights.settled(lights.hold(.at(100), owner(1)))

    let outcome = lights.moved(panel, to: 40)
    #expect(outcome.order() == nil)
    #expect(outcome.yielded == [owner(1)])
    #expect(lights[panel]?.standing == .free)
    #expect(lights.released(owner(1)).order() == nil)

    #expect(lights.hold(.at(100), owner(1)).order() == 100)
    #expect(lights.released(owner(1)).order() == 40)
  }

  @Test func `what the system remembers of a light is its base, and no claim yields to it`() {
    var lights = Lights.showing(panel: 60)
    lights.settled(lights.hold(.at(100), owner(1)))

    let outcome = lights.restored(panel, to: 30)

    #expect(outcome.order() == 100)
    #expect(outcome.yielded.isEmpty)
    #expect(lights[panel]?.standing == .held)
    #expect(lights.released(owner(1)).order() == 30)
  }

  @Test func `a claim that follows the base stays`() {
    var lights = Lights.showing(panel: 60)
    lights.settled(lights.hold(.times(50), owner(1), .rebase))

    let outcome = lights.moved(panel, to: 80)

    #expect(outcome.order() == 40)
    #expect(outcome.yielded.isEmpty)
    #expect(lights.released(owner(1)).order() == 80)
  }

  @Test func `a scene that asked for it ends, on every light`() {
    var lights = Lights.showing(panel: 60)
    lights.settled(lights.appeared(monitor, .monitor, range: range(100), raw: 50))
    lights.settled(lights.hold(.at(100), owner(1), .cancel))

    let outcome = lights.moved(panel, to: 40)

    #expect(outcome.cancelled == [owner(1)])
    #expect(outcome.orders == [monitor: 50])
    #expect(lights.claims(on: monitor).isEmpty)
    #expect(lights.released(owner(1)) == LightsOutcome())
  }

  @Test func `yielding on one light is not yielding on another`() {
    var lights = Lights.showing(panel: 60)
    lights.settled(lights.appeared(monitor, .monitor, range: range(100), raw: 50))
    lights.settled(lights.hold(.at(100), owner(1)))

    _ = lights.moved(panel, to: 40)

    #expect(lights[panel]?.standing == .free)
    #expect(lights[monitor]?.standing == .held)
    #expect(lights.released(owner(1)).orders == [monitor: 50])
  }

  @Test func `choosing exactly the held level is a choice`() throws {
    var lights = Lights.showing(panel: 60)
    lights.settled(lights.hold(.at(100), owner(1)))

    let outcome = try lights.set(panel, to: .share(.all))

    #expect(outcome.order() == nil)
    #expect(outcome.yielded == [owner(1)])
    #expect(lights[panel]?.base.setting.raw == 100)
    #expect(lights[panel]?.standing == .free)
    #expect(lights.released(owner(1)).order() == nil)
  }

  @Test(arguments: ChangePolicy.allCases)
  func `the held level by another tool is a choice too`(policy: ChangePolicy) {
    var lights = Lights.showing(panel: 60)
    lights.settled(lights.hold(.at(37), owner(1), policy))

    let outcome = lights.moved(panel, to: 37)

    #expect(outcome.yielded == (policy == .yield ? [owner(1)] : []))
    #expect(outcome.cancelled == (policy == .cancel ? [owner(1)] : []))
    #expect(lights[panel]?.base.setting.share == percent(37))
    #expect(lights.released(owner(1)).order() == nil)
  }

  @Test func `a change during a fade wins, and is written again behind what is under way`() {
    var lights = Lights.showing(panel: 60)
    #expect(lights.hold(.at(100), owner(1)).order() == 100)

    let outcome = lights.moved(panel, to: 73)
    #expect(outcome.order() == 73)
    _ = lights.wrote(100, on: panel)
    #expect(lights[panel]?.standing == .owing)
    _ = lights.wrote(73, on: panel)

    #expect(lights[panel]?.standing == .free)
    #expect(lights[panel]?.base.setting.raw == 73)
  }

  @Test func `a change during the way back wins too`() throws {
    var lights = Lights.showing(panel: 60)
    lights.settled(lights.hold(.at(100), owner(1)))
    #expect(lights.released(owner(1)).order() == 60)

    #expect(try lights.set(panel, to: .share(percent(30))).order() == 30)
    _ = lights.wrote(60, on: panel)
    _ = lights.wrote(30, on: panel)

    #expect(lights[panel]?.standing == .free)
    #expect(lights[panel]?.base.setting.raw == 30)
  }

  @Test func `an older write's end is not taken for the newer one's`() {
    var lights = Lights.showing(panel: 60)
    _ = lights.hold(.at(100), owner(1))
    _ = lights.released(owner(1))
    _ = lights.wrote(100, on: panel)

    #expect(lights.moved(panel, to: 73).order() == 73)
  }

  @Test func `a change between two holds is the base of the second`() {
    var lights = Lights.showing(panel: 60)
    lights.settled(lights.hold(.at(100), owner(1)))
    lights.settled(lights.released(owner(1)))

    _ = lights.moved(panel, to: 35)
    lights.settled(lights.hold(.at(100), owner(2)))

    #expect(lights.released(owner(2)).order() == 35)
  }

  @Test func `no claim below takes the light when those above yield`() {
    var lights = Lights.showing(panel: 60)
    lights.settled(lights.hold(.at(80), owner(1)))
    lights.settled(lights.hold(.at(100), owner(2)))

    let outcome = lights.moved(panel, to: 40)

    #expect(outcome.order() == nil)
    #expect(outcome.yielded == [owner(1), owner(2)])
  }

  @Test func `a hold that comes after the person's change holds`() {
    var lights = Lights.showing(panel: 60)
    lights.settled(lights.hold(.at(100), owner(1)))
    _ = lights.moved(panel, to: 40)

    #expect(lights.hold(.most(30), owner(2)).order() == 30)
    #expect(lights.released(owner(2)).order() == 40)
  }

  @Test func `a covered scene that comes back did not appear again`() {
    var lights = Lights.showing(panel: 60)
    lights.settled(lights.hold(.at(100), owner(1)))
    _ = lights.moved(panel, to: 40)

    _ = lights.covered(owner(1))

    #expect(lights.uncovered(owner(1)).order() == nil)
    #expect(lights[panel]?.standing == .free)
  }

  @Test(arguments: [ChangePolicy.yield, .cancel])
  func `a scene that was covered when the person took over stands aside`(policy: ChangePolicy) {
    var lights = Lights.showing(panel: 60)
    lights.settled(lights.hold(.at(100), owner(1, 1), policy))
    lights.settled(lights.covered(owner(1, 1)))
    lights.settled(lights.hold(.at(20), owner(1, 2)))

    let outcome = lights.moved(panel, to: 40)
    lights.settled(lights.released(owner(1, 2)))

    #expect(outcome.yielded == [owner(1, 1), owner(1, 2)])
    #expect(outcome.cancelled.isEmpty)
    #expect(lights.uncovered(owner(1, 1)).order() == nil)
  }

  @Test func `a covered scene keeps its place in the fold`() {
    var lights = Lights.showing(panel: 60)
    lights.settled(lights.hold(.at(100), owner(1)))
    lights.settled(lights.hold(.at(20), owner(2)))

    lights.settled(lights.covered(owner(1)))
    lights.settled(lights.uncovered(owner(1)))

    #expect(lights[panel]?.decider == owner(2))
  }

  @Test func `appearing twice is the same as once`() {
    var lights = Lights.showing(panel: 60)
    lights.settled(lights.hold(.at(100), owner(1)))
    _ = lights.moved(panel, to: 40)

    #expect(lights.hold(.at(100), owner(1)) == LightsOutcome())
    #expect(lights[panel]?.standing == .free)
  }
}

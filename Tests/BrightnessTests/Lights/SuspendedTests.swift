import Testing

@testable import Brightness

@Suite struct SuspendedTests {
  private var lights = Lights.showing(panel: 60)

  @Test mutating func `a light goes to what the claims that are left say, and back`() {
    lights.settled(lights.hold(.most(50), owner(1)))
    lights.settled(lights.hold(.at(80), owner(2)))

    #expect(lights.suspended(SessionID(2)).order() == 50)
    #expect(lights.resumed(SessionID(2)).order() == 80)
  }

  @Test mutating func `what is claimed while its session is suspended waits, and writes nothing`() {
    _ = lights.suspended(SessionID(1))

    #expect(lights.hold(.at(80), owner(1)).changes == [])
    #expect(lights[panel]?.standing == .free)
    #expect(lights.resumed(SessionID(1)).order() == 80)
  }

  @Test(arguments: ChangePolicy.allCases)
  mutating func `the person moves the base, and what is suspended comes back over it`(policy: ChangePolicy) {
    lights.settled(lights.hold(.at(80), owner(1), policy))
    lights.settled(lights.suspended(SessionID(1)))

    let outcome = lights.moved(panel, to: 30)

    #expect(outcome.cancelled == [] && outcome.yielded == [])
    lights.settled(lights.resumed(SessionID(1)))
    #expect(lights[panel]?.target.raw == 80)
    #expect(lights.released(owner(1)).order() == 30)
  }

  @Test mutating func `a scene that stood aside before does so when it is back`() {
    lights.settled(lights.hold(.at(80), owner(1)))
    _ = lights.moved(panel, to: 30)

    _ = lights.suspended(SessionID(1))
    _ = lights.resumed(SessionID(1))

    #expect(lights[panel]?.target.raw == 30)
  }

  @Test mutating func `a light that comes meanwhile is shown its base, and held afterwards`() {
    _ = lights.hold(.at(80), owner(1))
    lights.settled(lights.suspended(SessionID(1)))

    #expect(lights.appeared(monitor, .monitor, range: range(100, .monitor), raw: 40).orders == [:])

    #expect(lights.resumed(SessionID(1)).order(monitor) == 80)
  }
}

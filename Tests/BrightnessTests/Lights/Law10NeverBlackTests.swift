import Testing

@testable import Brightness

@Suite struct Law10NeverBlackTests {
  @Test func `a keyboard that the person put out is out again after a hold`() {
    var lights = Lights()
    _ = lights.appeared(keyboard, .keyboard, range: range(3, .keyboard), raw: 2)
    _ = lights.moved(keyboard, to: 0)

    lights.settled(lights.claimed(ClaimedScene(owner(1), [Claim(.at(100), of: .kind(.keyboard))])))
    #expect(lights[keyboard]?.target.raw == 3)

    #expect(lights.released(owner(1)).order(keyboard) == 0)
  }

  @Test func `a panel that the person's hand left black comes back at its floor`() {
    var lights = Lights.showing(panel: 9600, of: 19200)
    _ = lights.moved(panel, to: 0)

    lights.settled(lights.hold(.at(100), owner(1)))

    #expect(lights.released(owner(1)).order() == 192)
    #expect(lights[panel]?.base.setting.raw == 0)
  }

  @Test func `a panel that the person allowed to go off comes back off`() throws {
    var lights = Lights.showing(panel: 9600, of: 19200)
    lights.settled(try lights.set(panel, to: .share(.nothing), allowOff: true))
    #expect(lights[panel]?.target.raw == 0)

    lights.settled(lights.hold(.at(100), owner(1)))

    #expect(lights.released(owner(1)).order() == 0)
  }

  @Test func `a panel that was off by permission is not after another change`() throws {
    var lights = Lights.showing(panel: 9600, of: 19200)
    lights.settled(try lights.set(panel, to: .share(.nothing), allowOff: true))

    lights.settled(try lights.set(panel, to: .share(.nothing)))

    #expect(lights[panel]?.target.raw == 192)
    #expect(lights[panel]?.base.allowsOff == false)
  }

  @Test func `everything that shows a picture is not the keyboard`() {
    var lights = Lights.showing(panel: 60)
    _ = lights.appeared(keyboard, .keyboard, range: range(3, .keyboard), raw: 2)

    #expect(lights.hold(.at(100), owner(1)).orders == [panel: 100])
  }

  @Test func `a black panel that is owed its base comes back at its floor`() {
    var lights = Lights()
    let owed = OwedBase(Base(range(19200).setting(raw: 0)), in: range(19200))

    #expect(lights.appeared(panel, .panel, range: range(255), raw: 255, owed: owed).order() == 3)
  }
}

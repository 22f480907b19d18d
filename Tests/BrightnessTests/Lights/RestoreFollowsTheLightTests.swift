import Model
import Testing

@testable import Brightness

@Suite struct RestoreFollowsTheLightTests {
  private let other = LightID(.backlight, "panel1")

  @Test func `a light that has still to be restored is restored under its new name`() {
    let desk = CoreDesk(panel: 60)
    desk.settled(desk.hold(.at(100), owner(1)))
    desk.release(owner(1))
    desk.disconnect(panel)

    let outcome = desk.connect(other, .panel, range: range(100), raw: 100, formerly: panel)

    #expect(outcome.order(other) == 60)
    #expect(desk[panel] == nil)
    #expect(desk.ids == [other])
  }

  @Test func `a hold of a kind goes on under the new name, and comes back to the base`() {
    let desk = CoreDesk(panel: 60)
    desk.settled(desk.hold(.at(100), owner(1)))
    desk.disconnect(panel)

    #expect(desk.connect(other, .panel, range: range(100), raw: 20, formerly: panel).order(other) == 100)
    #expect(desk.release(owner(1)).order(other) == 60)
  }

  @Test func `a hold of the former name ends with that name`() {
    let desk = CoreDesk(panel: 60)
    desk.settled(desk.claim([Claim(.at(100), of: .light(panel))], owner(1)))
    desk.disconnect(panel)

    #expect(desk.connect(other, .panel, range: range(100), raw: 100, formerly: panel).order(other) == 60)
    #expect(desk.release(owner(1)).requests.isEmpty)
  }

  @Test func `a scene that yielded on a light still yields under the new name`() {
    let desk = CoreDesk(panel: 60)
    desk.settled(desk.hold(.at(100), owner(1)))
    desk.move(panel, to: 40)
    desk.disconnect(panel)

    #expect(desk.connect(other, .panel, range: range(100), raw: 40, formerly: panel).order(other) == nil)
    #expect(desk[other]?.state == .free)
    #expect(desk.state.scene(owner(1))?.appearance?.yielded == [other])
  }

  @Test func `a light at rest that no scene claims is forgotten when it goes`() {
    let desk = CoreDesk(panel: 60)

    desk.disconnect(panel)

    #expect(desk.ids == [])
  }

  @Test func `a light that went is forgotten with the last claim on it`() {
    let desk = CoreDesk(panel: 60)
    desk.hold(.most(80), owner(1))
    desk.disconnect(panel)
    #expect(desk.ids == [panel])

    desk.release(owner(1))

    #expect(desk.ids == [])
  }

  @Test func `a light that goes back to the name before is what it was under the other one`() {
    let desk = CoreDesk(panel: 60)
    desk.settled(desk.hold(.at(100), owner(1)))
    desk.disconnect(panel)
    desk.settled(desk.connect(other, .panel, range: range(100), raw: 27))
    desk.disconnect(other)

    desk.connect(panel, .panel, range: range(100), raw: 91, formerly: other)

    #expect(desk.release(owner(1)).order() == 27)
    #expect(desk.ids == [panel])
  }
}

import Model
import Testing

@testable import Brightness

@Suite struct FoundBaseIsTheUsersTests {
  @Test func `a light found elsewhere before its first write has its base there`() {
    let desk = CoreDesk(panel: 60)
    let claimed = desk.hold(.at(100), owner(1))
    #expect(claimed.expected() == 60)

    let found = desk.found(40, on: panel)

    #expect(found.goal() == 100)
    #expect(found.expected() == 40)
    #expect(desk[panel]?.base.setting.raw == 40)
    #expect(desk[panel]?.state == .held)
  }

  @Test func `a claim of what the light seems to show expects it too`() {
    let desk = CoreDesk(panel: 60)

    let claimed = desk.hold(.at(60), owner(1))

    #expect(claimed.order() == nil)
    #expect(claimed.expected() == 60)
    #expect(desk.found(40, on: panel).order() == 60)
  }

  @Test func `a light that is found where it is to be held is not written, and goes back nowhere`() {
    let desk = CoreDesk(panel: 60)
    desk.hold(.at(100), owner(1))

    #expect(desk.found(100, on: panel).order() == nil)
    #expect(!desk.state.isSettled)
    desk.recorded(panel)
    #expect(desk.state.isSettled)
    #expect(desk.release(owner(1)).order() == nil)
    #expect(desk[panel]?.base.setting.raw == 100)
  }

  @Test func `a light that is found elsewhere after its only claim went is left there`() {
    let desk = CoreDesk(panel: 60)
    desk.hold(.at(100), owner(1))
    desk.release(owner(1))

    #expect(desk.found(40, on: panel).order() == nil)
    #expect(desk[panel]?.base.setting.raw == 40)
    #expect(desk[panel]?.state == .free)
  }

  @Test func `a level found after a write is no base`() {
    let desk = CoreDesk(panel: 60)
    desk.settled(desk.hold(.at(100), owner(1)))

    #expect(desk.hold(.at(80), owner(2)).expected() == nil)
    #expect(desk.found(40, on: panel).goal() == 80)
    #expect(desk[panel]?.base.setting.raw == 60)
  }

  @Test func `a level chosen before the light was found elsewhere is the base`() throws {
    let desk = CoreDesk(panel: 60)
    desk.hold(.at(100), owner(1), .rebase)
    try desk.set(panel, to: .raw(70))

    #expect(desk.found(40, on: panel).goal() == 100)
    #expect(desk[panel]?.base.setting.raw == 70)
  }
}

import Model
import Testing

@testable import Brightness

@Suite struct UserWinsStepTests {
  @Test func `a step on a held light starts from the shown level`() throws {
    let desk = CoreDesk(panel: 40)
    desk.settled(desk.hold(.at(100), owner(1)))

    #expect(try desk.set(panel, to: .down(.share(percent(5)))).order() == 95)
    #expect(desk[panel]?.base.setting.raw == 95)
  }

  @Test func `a step on a light whose claim follows the base starts from the base`() throws {
    let desk = CoreDesk(panel: 60)
    desk.settled(desk.hold(.times(50), owner(1), .rebase))

    #expect(try desk.set(panel, to: .up(.share(percent(20)))).order() == 40)
    #expect(desk[panel]?.base.setting.raw == 80)
  }

  @Test func `a step on a light at its end is a choice`() throws {
    let desk = CoreDesk(panel: 40)
    desk.settled(desk.hold(.at(100), owner(1)))

    let outcome = try desk.set(panel, to: .up(.share(percent(1))))

    #expect(outcome.yielded == [owner(1)])
    #expect(desk[panel]?.base.setting.raw == 100)
  }

  @Test func `a level that cannot be had changes nothing`() {
    let desk = CoreDesk(panel: 40)
    desk.settled(desk.hold(.at(100), owner(1)))
    let before = desk.state

    #expect(throws: LevelError.self) { try desk.set(panel, to: .raw(101)) }

    #expect(desk.state == before)
  }

  @Test func `a level that is set twice is written once`() throws {
    let desk = CoreDesk(panel: 40)

    let first = try desk.set(panel, to: .share(percent(37)))
    desk.settled(first)

    #expect(first.order() == 37)
    #expect(try desk.set(panel, to: .share(percent(37))).order() == nil)
    #expect(desk[panel]?.state == .free)
  }
}

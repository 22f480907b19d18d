import Model
import Testing

@testable import Brightness

@Suite struct BaseIsTheUsersTests {
  @Test func `a second hold does not learn the level of the first`() {
    let desk = CoreDesk(panel: 60)

    desk.settled(desk.hold(.at(100), owner(1)))
    desk.settled(desk.hold(.at(20), owner(2)))
    desk.settled(desk.release(owner(1)))
    let last = desk.release(owner(2))

    #expect(last.order() == 60)
  }

  @Test func `a hold that ends while the light is away is made up for when the light comes back`() {
    let desk = CoreDesk(panel: 60)
    desk.settled(desk.hold(.at(100), owner(1)))
    desk.disconnect(panel)
    desk.release(owner(1))
    #expect(desk[panel]?.state == .restoring)

    let outcome = desk.connect(panel, .panel, range: range(100), raw: 100)

    #expect(outcome.order() == 60)
    #expect(desk[panel]?.base.setting.raw == 60)
  }

  @Test func `a release that was refused stays on record through unplug and replug`() {
    let desk = CoreDesk(panel: 60)
    desk.settled(desk.hold(.at(100), owner(1)))
    desk.release(owner(1))

    desk.refused(panel)
    #expect(desk[panel]?.state == .restoring)
    desk.disconnect(panel)
    desk.disconnect(panel)

    #expect(desk.connect(panel, .panel, range: range(100), raw: 100).order() == 60)
    desk.wrote(60, on: panel)
    #expect(desk[panel]?.state == .free)
  }

  @Test func `a base that moved since it was recorded counts`() throws {
    let desk = CoreDesk(panel: 60)
    desk.settled(desk.hold(.at(100), owner(1), .cancel))
    try desk.set(panel, to: .share(percent(67)))
    desk.disconnect(panel)

    let recorded = RecordedBase(base(60, on: range(100)), in: range(100))
    let outcome = desk.connect(panel, .panel, range: range(3), raw: 3, record: recorded)

    #expect(outcome.order() == 2)
    #expect(desk[panel]?.base.setting.share == percent(67))
  }

  @Test func `a base follows its light into another range by its share, and into the same by its step`() {
    let desk = CoreDesk(panel: 128, of: 255)
    desk.settled(desk.hold(.at(100), owner(1)))

    #expect(desk.connect(panel, .panel, range: range(65535), raw: 255).order() == 65535)
    #expect(desk.release(owner(1)).order() == 32896)

    let same = CoreDesk(panel: 12347, of: 96000)
    same.settled(same.hold(.at(100), owner(1)))
    same.disconnect(panel)
    same.connect(panel, .panel, range: range(96000, .panel, .perceptual), raw: 96000)
    #expect(same.release(owner(1)).order() == 12347)
  }

  @Test func `a hold that needed no write still keeps the base over a replug`() {
    let desk = CoreDesk(panel: 60)
    #expect(desk.hold(.at(60), owner(1)).order() == nil)
    desk.recorded(panel)
    desk.disconnect(panel)

    #expect(desk.connect(panel, .panel, range: range(100), raw: 90).order() == 60)
    #expect(desk[panel]?.base.setting.raw == 60)
  }

  @Test func `a light that is gone before its first write went at the user's level`() {
    let desk = CoreDesk(panel: 60)
    desk.hold(.at(100), owner(1))
    desk.disconnect(panel)
    #expect(desk[panel]?.state == .unavailable)

    desk.release(owner(1))
    #expect(desk.ids == [])
    #expect(desk.connect(panel, .panel, range: range(100), raw: 27).order() == nil)
    #expect(desk[panel]?.base.setting.raw == 27)
  }

  @Test func `a limit that does not bite is no hold, and a replugged light is left as it is`() {
    let desk = CoreDesk(panel: 20)
    #expect(desk.hold(.most(30), owner(1)).order() == nil)
    #expect(desk[panel]?.state == .free)
    desk.disconnect(panel)

    #expect(desk.connect(panel, .panel, range: range(100), raw: 25).order() == nil)
    #expect(desk[panel]?.base.setting.raw == 25)
  }

  @Test func `only the newest write says what the light shows`() {
    let desk = CoreDesk(panel: 60)
    desk.hold(.at(100), owner(1))
    #expect(desk.release(owner(1)).order() == 60)

    desk.wrote(100, on: panel)
    #expect(desk[panel]?.state == .restoring)
    desk.wrote(60, on: panel)
    #expect(desk[panel]?.state == .free)
  }
}

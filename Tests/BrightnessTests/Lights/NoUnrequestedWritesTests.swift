import Model
import Testing

@testable import Brightness

@Suite struct NoUnrequestedWritesTests {
  @Test(arguments: [0, 1, 50, 100])
  func `a light that comes is only read, whatever it shows`(raw: Int) {
    let desk = CoreDesk()

    let outcome = desk.connect(panel, .panel, range: range(100), raw: raw)

    #expect(outcome.order() == nil)
    #expect(desk[panel]?.base.setting.raw == raw)
    #expect(desk[panel]?.target.raw == raw)
    #expect(desk[panel]?.state == .free)
  }

  @Test func `a free light that comes back is only read`() {
    let desk = CoreDesk(panel: 60)
    desk.disconnect(panel)

    let outcome = desk.connect(panel, .panel, range: range(255), raw: 200)

    #expect(outcome.order() == nil)
    #expect(desk[panel]?.base.setting.raw == 200)
  }

  @Test func `a user's own step below the floor is not lifted`() {
    let desk = CoreDesk(panel: 60)

    let outcome = desk.move(panel, to: 0)

    #expect(outcome.order() == nil)
    #expect(desk[panel]?.target.raw == 0)
  }

  @Test func `a light that comes while a claim covers it is written`() {
    let desk = CoreDesk()
    desk.hold(.at(100), owner(1))

    let outcome = desk.connect(panel, .panel, range: range(100), raw: 60)

    #expect(outcome.order() == 100)
    #expect(desk.release(owner(1)).order() == 60)
  }

  @Test func `a light that comes with a recorded base is brought there`() {
    let desk = CoreDesk()
    let record = RecordedBase(base(40, on: range(255)), in: range(255))

    let outcome = desk.connect(panel, .panel, range: range(100), raw: 100, record: record)

    #expect(outcome.order() == 40)
    #expect(desk[panel]?.state == .restoring)
    desk.wrote(40, on: panel)
    #expect(desk[panel]?.state == .free)
  }

  @Test func `a light with a recorded base is written even if it seems to show it`() {
    let desk = CoreDesk()

    let outcome = desk.connect(
      panel,
      .panel,
      range: range(100),
      raw: 40,
      record: RecordedBase(base(40, on: range(100)), in: range(100))
    )

    #expect(outcome.order() == 40)
    #expect(desk[panel]?.state == .restoring)
  }

  @Test func `a held light that comes back is written what it should show, and released to its base`() {
    let desk = CoreDesk(panel: 60)
    desk.settled(desk.hold(.at(100), owner(1)))
    desk.disconnect(panel)

    let outcome = desk.connect(panel, .panel, range: range(100), raw: 30)

    #expect(outcome.order() == 100)
    #expect(desk.release(owner(1)).order() == 60)
  }

  @Test func `a held light that comes back showing its target is left alone`() {
    let desk = CoreDesk(panel: 60)
    desk.settled(desk.hold(.at(100), owner(1)))
    desk.disconnect(panel)

    #expect(desk.connect(panel, .panel, range: range(100), raw: 100).order() == nil)
    #expect(desk[panel]?.state == .held)
    #expect(desk.release(owner(1)).order() == 60)
  }
}

import Model
import Testing

@testable import Brightness

@Suite struct NeverBlackByAccidentTests {
  @Test func `a keyboard that the user put out is out again after a hold`() {
    let desk = CoreDesk()
    desk.connect(keyboard, .keyboard, range: range(3, .keyboard), raw: 2)
    desk.move(keyboard, to: 0)

    desk.settled(desk.claim([Claim(.at(100), of: .kind(.keyboard))], owner(1)))
    #expect(desk[keyboard]?.target.raw == 3)

    #expect(desk.release(owner(1)).order(keyboard) == 0)
  }

  @Test func `a panel that the user left black comes back at its floor`() {
    let desk = CoreDesk(panel: 9600, of: 19200)
    desk.move(panel, to: 0)

    desk.settled(desk.hold(.at(100), owner(1)))

    #expect(desk.release(owner(1)).order() == 192)
    #expect(desk[panel]?.base.setting.raw == 0)
  }

  @Test func `a panel that the user allowed to go off comes back off`() throws {
    let desk = CoreDesk(panel: 9600, of: 19200)
    desk.settled(try desk.set(panel, to: .share(.nothing), allowOff: true))
    #expect(desk[panel]?.target.raw == 0)

    desk.settled(desk.hold(.at(100), owner(1)))

    #expect(desk.release(owner(1)).order() == 0)
  }

  @Test func `a panel that was off by permission is not after another change`() throws {
    let desk = CoreDesk(panel: 9600, of: 19200)
    desk.settled(try desk.set(panel, to: .share(.nothing), allowOff: true))

    desk.settled(try desk.set(panel, to: .share(.nothing)))

    #expect(desk[panel]?.target.raw == 192)
    #expect(desk[panel]?.base.allowsOff == false)
  }

  @Test func `everything that shows a picture is not the keyboard`() {
    let desk = CoreDesk(panel: 60)
    desk.connect(keyboard, .keyboard, range: range(3, .keyboard), raw: 2)

    #expect(desk.hold(.at(100), owner(1)).orders == [panel: 100])
  }

  @Test func `a black panel with a recorded base of nothing comes back at its floor`() {
    let desk = CoreDesk()
    let record = RecordedBase(Base(range(19200).setting(raw: 0)), in: range(19200))

    #expect(desk.connect(panel, .panel, range: range(255), raw: 255, record: record).order() == 3)
  }
}

import Brightness
import Daemon
import HardwareTesting
import Testing

@Suite struct Law2BaseTests {
  @Test func `a hold shows its level, and its end the base`() throws {
    let desk = try Desk()

    let answers = desk.hold(1, .exactly(.all))
    #expect(desk.level() == 100)
    #expect(answers.all == [.done])
    desk.release(1)

    #expect(desk.level() == 60)
    #expect(desk.files.takeWritten() == ["panel 100", "panel 60"])
  }

  @Test func `a keyboard that moved in silence goes back to where it was found`() throws {
    let desk = try Desk([Device.keyboard])
    try desk.moveInSilence(Device.keyboard, to: 3)

    desk.hold(1, .exactly(.nothing), of: .kind(.keyboard))
    #expect(desk.level(Device.keyboard) == 0)
    desk.release(1)

    #expect(desk.level(Device.keyboard) == 3)
  }

  @Test func `a keyboard that moved in silence is written even if it seemed to be where it is held`() throws {
    let desk = try Desk([Device.keyboard])
    try desk.moveInSilence(Device.keyboard, to: 3)

    let answers = desk.hold(1, .exactly(percent(33)), of: .kind(.keyboard))

    #expect(desk.level(Device.keyboard) == 1)
    #expect(answers.all == [.done])
    desk.release(1)
    #expect(desk.level(Device.keyboard) == 3)
  }

  @Test func `a program that is killed while it holds, and starts again, knows the base`() throws {
    let desk = try Desk()
    desk.hold(1, .exactly(.all))

    desk.kill()
    #expect(desk.level() == 100)
    try desk.start()

    #expect(desk.level() == 60)
    #expect(desk.lights[Device.panel.id]?.base.setting.raw == 60)
  }

  @Test func `a second hold does not learn the level of the first`() throws {
    let desk = try Desk()

    desk.hold(1, .exactly(.all))
    desk.hold(2, .exactly(percent(20)))
    desk.release(1)
    #expect(desk.level() == 20)
    desk.release(2)

    #expect(desk.level() == 60)
  }
}

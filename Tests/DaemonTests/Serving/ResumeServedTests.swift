import ControlAPI
import Glibc
import Hardware
import HardwareTesting
import Testing

@testable import Daemon
@testable import EventLoop

@Suite struct ResumeServedTests {
  @Test func `a free light that shows something else after a sleep is left so, and told`() throws {
    let desk = try Desk(serving: Configuration())
    let watched = try desk.connect().follow(LightsInterface.Watch())
    try desk.moveInSilence(to: 20)

    desk.sleep()

    #expect(watched.told == ["1 initial backlight/panel 60", "2 resume backlight/panel 20"])
    #expect(desk.files.takeWritten() == [])
  }

  @Test func `a held light that shows something else after a sleep is brought back to what is held, and not learned`()
    throws
  {
    let desk = try Desk(serving: Configuration())
    let visitor = try desk.connect()
    let film = visitor.follow(SessionsInterface.Hold(scene: .exactly(80)))
    try desk.moveInSilence(to: 20)

    desk.sleep()

    #expect(desk.level() == 80)
    #expect(film.told == ["holding"])
    visitor.leave()
    #expect(desk.level() == 60)
    #expect(desk.debts == [])
  }

  @Test func `a held light that shows what is held after a sleep is not written`() throws {
    let desk = try Desk(serving: Configuration())
    _ = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(80)))
    _ = desk.files.takeWritten()

    desk.sleep()

    #expect(desk.files.takeWritten() == [])
    #expect(desk.debts.map(\.raw) == [60])
    #expect(desk.isIdle)
  }

  @Test func `a return that failed before a sleep is made after it, with back-off`() throws {
    let desk = try Desk(serving: Configuration())
    let visitor = try desk.connect()
    _ = visitor.follow(SessionsInterface.Hold(scene: .exactly(80)))
    desk.files.fail("panel", .code(EIO))
    visitor.leave()
    try desk.moveInSilence(to: 0)
    _ = desk.files.takeWritten()

    desk.sleep()
    #expect(desk.files.takeWritten() == ["panel 60"])
    #expect(desk.debts.map(\.raw) == [60])

    desk.files.fail("panel", nil)
    desk.pass(.milliseconds(250))
    #expect(desk.level() == 60)
    #expect(desk.debts == [])
  }

  @Test func `a light that went back to its base in a sleep owes nothing any more`() throws {
    let desk = try Desk(serving: Configuration())
    let visitor = try desk.connect()
    _ = visitor.follow(SessionsInterface.Hold(scene: .exactly(80)))
    desk.files.fail("panel", .code(EIO))
    visitor.leave()
    try desk.moveInSilence(to: 60)
    desk.files.fail("panel", nil)
    _ = desk.files.takeWritten()

    desk.sleep()

    #expect(desk.files.takeWritten() == [])
    #expect(desk.debts == [])
    #expect(try desk.connect().ask(LightsInterface.Get()).light.standing == .free)
  }

  @Test func `a call that a sleep interrupts is answered when the light is where it should be`() throws {
    let desk = try Desk(serving: Configuration())
    let replies = try desk.connect().begin(LightsInterface.Set(level: .raw(12)), wantsMore: false)
    for _ in 0..<4 { desk.takeTurn() }

    desk.sleep()

    #expect(replies.takeGood().map(\.lights[0].raw) == [12])
    #expect(desk.level() == 12)
    #expect(desk.debts == [])
  }

  @Test func `a clock that is set is no sleep`() throws {
    let desk = try Desk(serving: Configuration())
    _ = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(80)))
    try desk.moveInSilence(to: 20)

    desk.sleep(for: .zero)

    #expect(desk.level() == 20)
  }
}

extension Desk {
  fileprivate func sleep(for duration: Duration = .seconds(3600)) {
    running!.service!.daemon.assumeIsolated { $0.heed(ClockChange(suspended: duration)) }
    goOn()
  }
}

import Brightness
import BrightnessModel
import Daemon
import Guarantees
import HardwareTesting
import Testing

@Suite(.tags(.baseIsTheUsers)) struct BaseLevelDaemonTests {
  @Test func `a hold shows its level, and its end the base`() throws {
    let daemon = try TestDaemon()

    let answers = daemon.hold(1, .exactly(.all))
    #expect(daemon.level() == 100)
    #expect(answers.all == [.done])
    daemon.release(1)

    #expect(daemon.level() == 60)
    #expect(daemon.files.takeWritten() == ["panel 100", "panel 60"])
  }

  @Test func `GNOME's late answer to a held level is not the base, and the light gets its own level again`() throws {
    let daemon = try TestDaemon()
    daemon.hold(1, .exactly(percent(28)))
    daemon.release(1)

    try daemon.move(to: 27)

    #expect(daemon.level() == 60)
    #expect(daemon.files.takeWritten() == ["panel 28", "panel 60", "panel 60"])
  }

  @Test func `a keyboard that changed without an event returns to the level read before the hold`() throws {
    let daemon = try TestDaemon([Device.keyboard])
    try daemon.moveSilently(Device.keyboard, to: 3)

    daemon.hold(1, .exactly(.nothing), of: .kind(.keyboard))
    #expect(daemon.level(Device.keyboard) == 0)
    daemon.release(1)

    #expect(daemon.level(Device.keyboard) == 3)
  }
}

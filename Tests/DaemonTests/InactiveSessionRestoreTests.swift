import Brightness
import BrightnessModel
import Daemon
import Guarantees
import Hardware
import HardwareTesting
import Testing

@Suite(.tags(.restoreIsRetried)) struct InactiveSessionRestoreTests {
  @Test func `a pending restore is done as soon as its session is active on the seat`() throws {
    let daemon = try TestDaemon()
    daemon.hold(1, .exactly(.all))
    daemon.files.fail("panel", .inactiveSession)
    daemon.release(1)
    let before = (daemon.lights[Device.panel.id]?.state, daemon.restores.map(\.raw))

    daemon.noteSeatEvent()
    let levelOfOther = daemon.level()
    daemon.files.fail("panel", nil)
    daemon.noteSeatEvent()

    #expect(before == (.restoring, [60]))
    #expect(levelOfOther == 100)
    #expect(daemon.level() == 60)
    #expect(daemon.restores == [])
  }

  @Test func `a claim that counts again comes before the retry of the restore that it replaces`() throws {
    let daemon = try TestDaemon()
    daemon.hold(1, .exactly(.all))
    let holder = try #require(daemon.core.sessions.first?.peer.uid)
    daemon.files.fail("panel", .inactiveSession)
    daemon.handle(.seatRead(Seat(active: holder + 1, users: [holder, holder + 1]), isEvent: true))
    daemon.runUntilIdle()
    daemon.files.fail("panel", nil)
    _ = daemon.files.takeWritten()

    daemon.handle(.seatRead(Seat(active: holder, users: [holder, holder + 1]), isEvent: true))
    daemon.runUntilIdle()

    #expect(!daemon.files.takeWritten().contains("panel 60"))
    #expect(daemon.lights[Device.panel.id]?.state == .held)
  }
}

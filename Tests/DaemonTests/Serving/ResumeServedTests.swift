import BrightnessControl
import BrightnessModel
import Glibc
import Guarantees
import Hardware
import HardwareTesting
import Testing

@testable import BrightnessEventLoop
@testable import Daemon

@Suite(.tags(.restoreIsRetried)) struct ResumeServedTests {
  @Test func `a free light that changed during suspend is left as it is, and reported`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let watched = try daemon.connect().follow(LightsInterface.Watch())
    try daemon.moveSilently(to: 20)

    daemon.sleep()

    #expect(watched.events == ["1 initial backlight/panel 60", "2 resume backlight/panel 20"])
    #expect(daemon.files.takeWritten() == [])
  }

  @Test func `a held light that changed during suspend is set to the held level, which does not become its base`()
    throws
  {
    let daemon = try TestDaemon(serving: Configuration())
    let client = try daemon.connect()
    let film = client.follow(SessionsInterface.Hold(scene: .exactly(80)))
    try daemon.moveSilently(to: 20)

    daemon.sleep()

    #expect(daemon.level() == 80)
    #expect(film.events == ["holding"])
    client.leave()
    #expect(daemon.level() == 60)
    #expect(daemon.restores == [])
  }

  @Test func `a restore that failed before suspend is retried after it, with back-off`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let client = try daemon.connect()
    _ = client.follow(SessionsInterface.Hold(scene: .exactly(80)))
    daemon.files.fail("panel", .code(EIO))
    client.leave()
    try daemon.moveSilently(to: 0)
    _ = daemon.files.takeWritten()

    daemon.sleep()
    #expect(daemon.files.takeWritten() == ["panel 60"])
    #expect(daemon.restores.map(\.raw) == [60])

    daemon.files.fail("panel", nil)
    daemon.pass(.milliseconds(250))
    #expect(daemon.level() == 60)
    #expect(daemon.restores == [])
  }

  @Test func `a call interrupted by suspend is answered when the light has its level`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let replies = try daemon.connect().begin(LightsInterface.Set(level: .raw(12)), wantsMore: false)
    for _ in 0..<4 { daemon.takeTurn() }

    daemon.sleep()

    #expect(replies.takeSuccessful().map(\.lights[0].raw) == [12])
    #expect(daemon.level() == 12)
    #expect(daemon.restores == [])
  }

  @Test func `a change of the wall clock is no resume`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    _ = try daemon.connect().follow(SessionsInterface.Hold(scene: .exactly(80)))
    try daemon.moveSilently(to: 20)

    daemon.sleep(for: .zero)

    #expect(daemon.level() == 20)
  }
}

extension TestDaemon {
  fileprivate func sleep(for duration: Duration = .seconds(3600)) {
    running!.daemon.assumeIsolated { $0.handle(ClockChange(suspended: duration)) }
    runUntilIdle()
  }
}

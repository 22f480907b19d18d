import Brightness
import BrightnessModel
import Daemon
import Glibc
import Guarantees
import Hardware
import HardwareTesting
import StateFiles
import Testing

@Suite(.tags(.survivesDaemonDeath)) struct DaemonDeathTests {
  @Test func `the base is on record from before the first held write until the verified restore`() throws {
    let daemon = try TestDaemon()
    daemon.beginHold(1, .exactly(.all))
    daemon.files.fail("panel", .code(EIO))
    daemon.runUntilIdle()
    #expect(daemon.level() == 60)
    #expect(daemon.restores.map(\.raw) == [60])

    daemon.files.fail("panel", nil)
    daemon.pass(.milliseconds(250))
    #expect(daemon.level() == 100)
    daemon.release(1)

    #expect(daemon.restores == [])
  }

  @Test(arguments: 0...6, [true, false])
  func `a daemon that dies between any two system calls of a hold restores at the next start`(
    calls: Int,
    dimmed: Bool
  ) throws {
    let daemon = try TestDaemon()
    let rule = Rule.exactly(dimmed ? percent(20) : .all)

    daemon.files.die(after: calls)
    daemon.beginHold(1, rule)
    daemon.runUntilIdle()
    if !daemon.files.isDead { daemon.release(1) }
    daemon.kill()
    daemon.files.die(after: .max)
    try daemon.start()

    #expect(daemon.level() == 60)
    #expect(daemon.restores == [])
    #expect(daemon.lights[Device.panel.id]?.state == .free)
  }

  @Test func `a daemon that dies between any two system calls of a restore restores at the next start`() throws {
    for calls in 0...4 {
      let daemon = try TestDaemon()
      daemon.hold(1, .exactly(.all))
      daemon.kill()

      daemon.files.die(after: calls)
      try daemon.start()
      daemon.kill()
      daemon.files.die(after: .max)
      try daemon.start()

      #expect(daemon.level() == 60)
      #expect(daemon.restores == [])
    }
  }

  @Test func `restoring a second time writes nothing`() throws {
    let daemon = try TestDaemon()
    daemon.hold(1, .exactly(.all))
    daemon.kill()
    try daemon.start()
    _ = daemon.files.takeWritten()

    daemon.kill()
    try daemon.start()

    #expect(daemon.files.takeWritten() == [])
    #expect(daemon.level() == 60)
  }

  @Test func `a claim whose base cannot be recorded is refused, and nothing is written`() throws {
    let daemon = try TestDaemon([Device.panel, Device.monitor])
    try daemon.blockState()

    let answers = daemon.hold(1, .exactly(.all))

    #expect(answers.all.count == 1)
    guard case .failed(.unrecorded) = answers.all.first else {
      Issue.record("answered \(answers.all)")
      return
    }
    #expect(daemon.files.takeWritten() == [])
    #expect(!daemon.isHolding(1))
    #expect(daemon.lights.ids.map { daemon.lights[$0]?.state } == [.free, .free])
    daemon.pass(.seconds(60))
    #expect(daemon.files.takeWritten() == [])
  }

  @Test(arguments: ["", "brightnessd", "rubbish\n"])
  func `a corrupt record is quarantined, and the light is not written`(text: String) throws {
    let daemon = try TestDaemon()
    daemon.hold(1, .exactly(.all))
    daemon.kill()
    try daemon.overwrite("restore-records", with: text)

    try daemon.start()

    #expect(daemon.level() == 100)
    #expect(daemon.corruptRecord != nil)
    daemon.hold(1, .exactly(percent(20)))
    daemon.release(1)
    #expect(daemon.level() == 100)
  }
}

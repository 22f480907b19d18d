import Brightness
import BrightnessModel
import DDC
import DDCTesting
import Glibc
import Guarantees
import Hardware
import HardwareTesting
import Testing

@testable import Daemon

/// State that outlives the daemon and the machine, and the number of writes to monitors.
@Suite(.tags(.survivesDaemonDeath)) struct MonitorRestartTests {
  @Test func `after the death of the daemon its successor restores`() throws {
    let daemon = try TestDaemon.holdingMonitor()
    daemon.kill()

    try daemon.start()

    #expect(daemon.messages() == ["get", "get", "set 40", "get"])
    #expect(daemon.restores == [])
    daemon.kill()
    try daemon.start()
    #expect(daemon.messages() == [])
  }

  @Test func `a level set while the monitor does not answer is restored after the death of the daemon`() throws {
    let daemon = try TestDaemon.withKnownMonitor()
    daemon.holdMonitor(at: 80, .rebase)
    daemon.fault { $0.isDeaf = true }
    _ = daemon.setMonitor(.raw(30))
    #expect(daemon.lights[.monitor]?.base.setting.raw == 30)
    daemon.kill()

    daemon.fault { $0.isDeaf = false }
    try daemon.start()

    #expect(daemon.workers?[1] == 30)
    #expect(daemon.restores == [])
  }

  @Test func `after a power cut during a hold the monitor is restored if it still shows the held level`() throws {
    let daemon = try TestDaemon.holdingMonitor()

    try daemon.reboot()

    #expect(daemon.messages() == ["get", "get", "set 40", "get"])
    #expect(daemon.restores == [])
  }

  @Test func `a monitor that was set meanwhile is left, and its record dropped`() throws {
    let daemon = try TestDaemon.holdingMonitor()
    daemon.workers?[1] = 66

    try daemon.reboot()

    #expect(daemon.messages() == ["get"])
    #expect(daemon.workers?[1] == 66)
    #expect(daemon.lights[.monitor]?.base.setting.raw == 66)
    #expect(daemon.restores == [])
    try daemon.reboot()
    #expect(daemon.messages() == [])
  }

  @Test(arguments: [[], [EIO]] as [[CInt]])
  func `what the monitor made of the held level counts as that level, also if it is read later`(
    failures: [CInt]
  ) throws {
    let daemon = try TestDaemon.withKnownMonitor()
    daemon.fault {
      $0.step = 7
      $0.refusedReadsOfChanges = failures
    }
    daemon.holdMonitor(at: 80)
    daemon.pass(.seconds(1))
    daemon.fault { $0.step = 1 }
    _ = daemon.messages()

    try daemon.reboot()

    #expect(daemon.workers?[1] == 40)
  }

  @Test func `of many claims in a minute few are written, and the base is always restored`() throws {
    let daemon = try TestDaemon.withKnownMonitor()

    for number in 1...200 {
      daemon.holdMonitor(number, at: Double(41 + number % 50))
      if number > 1 { daemon.release(number - 1) }
      daemon.pass(.milliseconds(300))
    }
    let written = daemon.sets().count
    #expect((12...19).contains(written))
    #expect(daemon.lights[.monitor]?.state == .unavailable || daemon.lights[.monitor]?.state == .held)
    daemon.release(200)
    daemon.pass(.seconds(1))

    #expect(daemon.workers?[1] == 40)
    #expect(daemon.restores == [])
  }

  @Test func `what the budget held back is written when it is there again`() throws {
    let daemon = try TestDaemon.withKnownMonitor()
    for number in 1...13 { daemon.holdMonitor(number, at: Double(40 + number)) }
    #expect(daemon.workers?[1] == 52)
    #expect(daemon.lights[.monitor]?.reason?.contains("too often") == true)

    daemon.pass(.seconds(10))

    #expect(daemon.workers?[1] == 53)
    #expect(daemon.lights[.monitor]?.state == .held)
    #expect(daemon.lights[.monitor]?.reason == nil)
  }

  @Test func `a flood beyond the budget is one line of the log in half a minute`() throws {
    let (daemon, log) = (try TestDaemon.withKnownMonitor(), Lines())
    daemon.kill()
    try daemon.start(log)
    daemon.ask()

    for number in 1...100 {
      daemon.holdMonitor(number, at: Double(41 + number % 50))
      if number > 1 { daemon.release(number - 1) }
      daemon.pass(.milliseconds(200))
    }

    #expect(log.all.count { $0.contains("too often") } == 1)
  }
}

import ControlAPI
import Glibc
import Model
import Programs
import RawClients
import Testing

@Suite struct SurvivesDaemonDeathEndTests {
  @Test(arguments: [SIGTERM, SIGINT])
  func `a daemon restores the panel before it exits`(signal: CInt) throws {
    let stage = try Stage()
    let client = try stage.holder()

    stage.machine.daemon.signal(signal)

    #expect(stage.machine.daemon.waitForEnd() == 0)
    #expect(try stage.machine.level == "\(Machine.wanted)\n")
    #expect(!stage.machine.hasDebts)
    #expect(client.receive() == nil)
  }

  @Test func `a daemon that restarts leaves the panel as it is, and its restores on record`() throws {
    let stage = try Stage()
    let client = try stage.holder()

    stage.machine.daemon.signal(SIGUSR1)

    #expect(stage.machine.daemon.waitForEnd() == 0)
    #expect(try stage.machine.level == "19200\n")
    #expect(stage.machine.hasDebts)
    try stage.machine.restart()
    try Witness(stage.machine).waitFor(.free)
    #expect(try stage.machine.level == "\(Machine.wanted)\n")
    withExtendedLifetime(client) {}
  }

  @Test func `the next daemon restores the panel after one was killed`() throws {
    let stage = try Stage()
    let client = try stage.holder()
    stage.machine.daemon.kill()
    let levelAfterDeath = try stage.machine.level

    try stage.machine.restart()

    #expect(levelAfterDeath == "19200\n")
    try Witness(stage.machine).waitFor(.free)
    #expect(try stage.machine.level == "\(Machine.wanted)\n")
    #expect(!stage.machine.hasDebts)
    withExtendedLifetime(client) {}
  }

  @Test func `a one-shot restores the panel when no daemon follows one that was killed`() throws {
    let stage = try Stage()
    let client = try stage.holder()
    stage.machine.daemon.kill()

    let status = try stage.machine.settlement().waitForEnd()

    #expect(status == 0)
    #expect(try stage.machine.level == "\(Machine.wanted)\n")
    #expect(!stage.machine.hasDebts)
    withExtendedLifetime(client) {}
  }
}

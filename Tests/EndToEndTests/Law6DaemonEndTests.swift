import ControlAPI
import Glibc
import Programs
import RawClients
import Testing

@Suite struct Law6DaemonEndTests {
  @Test(arguments: [SIGTERM, SIGINT])
  func `the panel returns before a daemon that is stopped is gone`(signal: CInt) throws {
    let stage = try Stage()
    let client = try stage.holder()

    stage.machine.daemon.signal(signal)

    #expect(stage.machine.daemon.waitForEnd() == 0)
    #expect(try stage.machine.level == "\(Machine.wanted)\n")
    #expect(!stage.machine.hasDebts)
    #expect(client.receive() == nil)
  }

  @Test func `a daemon that makes room for another leaves the panel as it is, and what it owes on record`() throws {
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

  @Test func `the panel returns when a daemon follows one that was killed`() throws {
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

  @Test func `the panel returns by a settlement when no daemon follows one that was killed`() throws {
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

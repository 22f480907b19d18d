import BrightnessControl
import BrightnessModel
import Glibc
import Guarantees
import Programs
import RawClients
import Testing

@Suite(.tags(.survivesDaemonDeath)) struct DaemonEndTests {
  @Test(arguments: [SIGTERM, SIGINT])
  func `a daemon restores the panel before it exits`(signal: CInt) throws {
    let harness = try DaemonHarness()
    let client = try harness.holder()

    harness.machine.daemon.signal(signal)

    #expect(harness.machine.daemon.waitForEnd() == 0)
    #expect(try harness.machine.level == "\(Machine.userLevel)\n")
    #expect(!harness.machine.hasPendingRestores)
    #expect(client.receive() == nil)
  }

  @Test func `a daemon that restarts leaves the panel as it is, and its restores on record`() throws {
    let harness = try DaemonHarness()
    let client = try harness.holder()

    harness.machine.daemon.signal(SIGUSR1)

    #expect(harness.machine.daemon.waitForEnd() == 0)
    #expect(try harness.machine.level == "19200\n")
    #expect(harness.machine.hasPendingRestores)
    try harness.machine.restart()
    try PanelObserver(harness.machine).waitFor(.free)
    #expect(try harness.machine.level == "\(Machine.userLevel)\n")
    withExtendedLifetime(client) {}
  }
}

import Glibc
import Guarantees
import Programs
import RawClients
import Testing

@Suite(.tags(.survivesDaemonDeath)) struct DaemonStopTests {
  @Test(arguments: [
    [SIGTERM, SIGTERM], [SIGTERM, SIGINT], [SIGINT, SIGTERM], [SIGTERM, SIGHUP], [SIGINT, SIGHUP, SIGINT],
  ])
  func `a daemon signalled again while it stops restores the panel before it exits`(signals: [CInt]) throws {
    let machine = try Machine(steps: "wait")
    let client = try machine.connect()
    try client.appear()
    try machine.daemon.sendCommand("pause 1")
    try machine.daemon.sendCommand("signal \(signals[0])")
    try machine.daemon.wait(for: "send socket\n")

    for signal in signals.dropFirst() { try machine.daemon.sendCommand("signal \(signal)") }
    try machine.daemon.say("go")

    #expect(machine.daemon.waitForEnd() == 0)
    #expect(try machine.level == "\(Machine.userLevel)\n")
    #expect(!machine.hasPendingRestores)
    #expect(machine.notifications().filter { !$0.hasPrefix("STATUS=") && $0 != "STOPPING=1" } == [])
    withExtendedLifetime(client) {}
  }

  @Test(arguments: [[SIGTERM], [SIGHUP, SIGTERM]])
  func `a daemon stopped before it serves is never ready, even if it was told to reload before`(signals: [CInt]) throws
  {
    let machine = try ScenarioRun.machineWithPendingRestore()
    let steps = try ScenarioRun.restoreSteps { try $0.begin(steps: "trace") }
    let number = try #require(steps.firstIndex(of: "open panel/brightness")) + 1
    let restorer = try machine.begin(steps: "pause \(number)")
    try restorer.wait(for: "open panel/brightness\n")

    restorer.forget()
    // The kernel delivers the lower number first.
    for signal in signals { try restorer.sendCommand("signal \(signal)") }
    try restorer.wait(for: "send socket\n")
    try restorer.say("go")

    #expect(restorer.waitForEnd() == 0)
    #expect(machine.notifications().filter { $0.hasPrefix("READY") || $0.hasPrefix("RELOADING") } == [])
    try machine.restart()
    #expect(try machine.level == "\(Machine.userLevel)\n")
    #expect(!machine.hasPendingRestores)
  }

  @Test func `a daemon stopped while the panel hangs exits in time, and the next one restores`() throws {
    let machine = try Machine(steps: "wait")
    let client = try machine.connect()
    try client.appear()
    try machine.daemon.sendCommand("pause 4")
    try machine.daemon.sendCommand("signal \(SIGTERM)")
    try machine.daemon.wait(for: "write panel/brightness \(Machine.userLevel)\n")

    let status = machine.daemon.waitForEnd()
    let level = try machine.level
    let hadPendingRestores = machine.hasPendingRestores
    try machine.restart()

    #expect(status == 0)
    #expect(level == "19200\n")
    #expect(hadPendingRestores)
    #expect(try machine.level == "\(Machine.userLevel)\n")
    #expect(!machine.hasPendingRestores)
    withExtendedLifetime(client) {}
  }
}

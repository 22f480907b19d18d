import Glibc
import Programs
import RawClients
import Testing

@Suite struct SurvivesDaemonDeathStopTests {
  @Test(arguments: [
    [SIGTERM, SIGTERM], [SIGTERM, SIGINT], [SIGINT, SIGTERM], [SIGTERM, SIGHUP], [SIGINT, SIGHUP, SIGINT],
  ])
  func `a daemon signalled again while it stops restores the panel before it exits`(signals: [CInt]) throws {
    let machine = try Machine(steps: "wait")
    let client = try machine.connect()
    try client.appear()
    try machine.daemon.obey("pause 1")
    try machine.daemon.obey("signal \(signals[0])")
    try machine.daemon.wait(for: "send socket\n")

    for signal in signals.dropFirst() { try machine.daemon.obey("signal \(signal)") }
    try machine.daemon.say("go")

    #expect(machine.daemon.waitForEnd() == 0)
    #expect(try machine.level == "\(Machine.wanted)\n")
    #expect(!machine.hasDebts)
    #expect(machine.notices().filter { !$0.hasPrefix("STATUS=") && $0 != "STOPPING=1" } == [])
    withExtendedLifetime(client) {}
  }

  @Test func `a daemon that is stopped before it serves never does`() throws {
    let machine = try Performance.inDebt()
    let steps = try Performance.stepsOfPaying { try $0.begin(steps: "tell") }
    let number = try #require(steps.firstIndex(of: "open panel/brightness")) + 1
    let payer = try machine.begin(steps: "pause \(number)")
    try payer.wait(for: "open panel/brightness\n")

    try payer.obey("signal \(SIGTERM)")
    try payer.wait(for: "signal \(SIGTERM)\nsend socket\n")
    try payer.say("go")

    #expect(payer.waitForEnd() == 0)
    #expect(machine.notices().filter { $0.hasPrefix("READY") } == [])
    try machine.restart()
    #expect(try machine.level == "\(Machine.wanted)\n")
    #expect(!machine.hasDebts)
  }

  @Test func `a daemon stopped while the panel hangs exits in time, and the next one restores`() throws {
    let machine = try Machine(steps: "wait")
    let client = try machine.connect()
    try client.appear()
    try machine.daemon.obey("pause 4")
    try machine.daemon.obey("signal \(SIGTERM)")
    try machine.daemon.wait(for: "write panel/brightness \(Machine.wanted)\n")

    let status = machine.daemon.waitForEnd()
    let level = try machine.level
    let hadDebts = machine.hasDebts
    try machine.restart()

    #expect(status == 0)
    #expect(level == "19200\n")
    #expect(hadDebts)
    #expect(try machine.level == "\(Machine.wanted)\n")
    #expect(!machine.hasDebts)
    withExtendedLifetime(client) {}
  }
}

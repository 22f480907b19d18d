import Programs
import RawClients
import Testing

@Suite struct SecondDaemonTests {
  @Test(arguments: [false, true])
  func `a second daemon exits with the name of the first, and changes nothing`(forOtherLights: Bool) throws {
    let harness = try DaemonHarness()
    var client: RawClient? = try harness.idleHolder()

    let second = try harness.machine.second(forOtherLights: forOtherLights)

    #expect(second.status == 1)
    #expect(second.lines.count == 1 && second.output.hasPrefix("brightnessd: cannot "))
    #expect(
      second.output.contains(forOtherLights ? harness.machine.socket : "process \(harness.machine.daemon.process) ")
    )
    #expect(try harness.machine.level == "19200\n")
    #expect(try harness.observer.holders().count == 1)
    _ = client.take()
    try harness.expectReturn()
  }

  @Test func `a daemon of systemd waits for the state folder that a hanging thread of the former one keeps`() throws {
    let harness = try DaemonHarness()
    let client = try harness.idleHolder()
    harness.machine.daemon.kill()
    _ = harness.machine.daemon.waitForEnd()

    try harness.machine.restartBesideLock()

    #expect(try harness.machine.level == "\(Machine.userLevel)\n")
    withExtendedLifetime(client) {}
  }
}

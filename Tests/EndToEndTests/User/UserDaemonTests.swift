import Glibc
import Programs
import RawClients
import Testing

@Suite struct UserDaemonTests {
  @Test func `a light that the user may not write is held and restored through logind`() throws {
    let machine = try UserMachine()
    var client: RawClient? = try machine.connect()

    try client?.appear()
    let held = try (machine.level, machine.hasPendingRestores)
    _ = client.take()
    try machine.waitFor("free")

    #expect(held == ("100\n", true))
    #expect(try machine.level == "40\n")
    #expect(!machine.hasPendingRestores)
    #expect(try machine.hasLibrary)
  }

  @Test func `a writable light needs neither libsystemd nor a bus connection`() throws {
    let machine = try UserMachine(mayWrite: true)
    let client = try machine.connect()
    try client.push()
    let before = try machine.socketCount

    try client.call("OnAppear", RawClient.first)

    #expect(try machine.level == "100\n")
    #expect(try !machine.hasLibrary)
    #expect(try machine.socketCount == before)
  }

  @Test func `a restore refused for an inactive session is done after the daemon's end`() throws {
    let machine = try UserMachine()
    let client = try machine.connect()
    try client.appear()
    try machine.sendToLogind("refuse org.freedesktop.login1.NotYourDevice Session is not in foreground, refusing.")

    machine.daemon.signal(SIGTERM)
    machine.daemon.waitForEnd()
    let pending = try (machine.level, machine.hasPendingRestores)
    let refused = try machine.startRestore()
    let sentence = try refused.waitForOutput()
    let status = refused.waitForEnd()
    try machine.sendToLogind("write")

    #expect(pending == ("100\n", true))
    #expect(sentence.contains("logind says 'Session is not in foreground, refusing.'"))
    #expect(status == 1)
    #expect(try machine.startRestore().waitForEnd() == 0)
    #expect(try machine.level == "40\n")
    withExtendedLifetime(client) {}
  }

  @Test func `the next daemon restores a light through logind after a kill`() throws {
    let machine = try UserMachine()
    let client = try machine.connect()
    try client.appear()
    machine.daemon.kill()
    let pending = try (machine.level, machine.hasPendingRestores)

    try machine.restart()

    #expect(pending == ("100\n", true))
    #expect(try machine.level == "40\n")
    #expect(!machine.hasPendingRestores)
    withExtendedLifetime(client) {}
  }

  @Test func `a light is restored when logind is available again`() throws {
    let machine = try UserMachine()
    var client: RawClient? = try machine.connect()
    try client?.appear()
    try machine.sendToLogind("end")

    _ = client.take()
    try machine.waitFor("restoring", "logind cannot be asked: ")
    try machine.sendToLogind("begin")
    try machine.waitFor("free")

    #expect(try machine.level == "40\n")
    #expect(!machine.hasPendingRestores)
  }

  @Test func `a bus restarted between two writes is used again`() throws {
    let machine = try UserMachine()
    let client = try machine.connect()
    try client.appear()
    try machine.sendToLogind("end", "hang up", "come back", "begin")

    try client.call("PopFrom", RawClient.first)

    #expect(try machine.level == "40\n")
    #expect(!machine.hasPendingRestores)
  }

  @Test func `without a bus the light is reported as not writable`() throws {
    let machine = try UserMachine(hasBus: false)
    let client = try machine.connect()

    try client.appear()

    #expect(try machine.level == "40\n")
    #expect(try machine.panel().contains("logind cannot be asked: "))
  }
}

@Suite struct UserDaemonPathsTests {
  @Test func `the socket of a per-user daemon is private`() throws {
    let machine = try UserMachine(mayWrite: true)

    #expect(machine.socketMode == 0o600)
  }

  @Test func `without a runtime folder the daemon fails with the variable's name`() throws {
    let run = try Run(["/usr/bin/env", "-u", "XDG_RUNTIME_DIR", Program.path(of: "brightnessd"), "--user"])

    #expect(run.status == 1)
    #expect(run.output.hasPrefix("brightnessd: XDG_RUNTIME_DIR is not set: "))
  }
}

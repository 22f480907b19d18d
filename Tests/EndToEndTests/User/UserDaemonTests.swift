import Glibc
import Programs
import RawClients
import Testing

@Suite struct UserDaemonTests {
  @Test func `a light that the user may not write is held and brought back through logind`() throws {
    let machine = try UserMachine()
    var client: RawClient? = try machine.connect()

    try client?.appear()
    let held = try (machine.level, machine.hasDebts)
    _ = client.take()
    try machine.waitFor("free")

    #expect(held == ("100\n", true))
    #expect(try machine.level == "40\n")
    #expect(!machine.hasDebts)
    #expect(try machine.hasLibrary)
  }

  @Test func `where the file may be written there is neither library nor connection`() throws {
    let machine = try UserMachine(mayWrite: true)
    let client = try machine.connect()
    try client.push()
    let before = try machine.socketCount

    try client.call("OnAppear", RawClient.first)

    #expect(try machine.level == "100\n")
    #expect(try !machine.hasLibrary)
    #expect(try machine.socketCount == before)
  }

  @Test func `what logind writes is nobody's change`() throws {
    let machine = try UserMachine()
    let client = try machine.connect()

    try client.appear()
    try client.call("Push", #"{"scene":{"claims":[{"rule":"exactly","percent":70}]}}"#)
    try client.call("OnAppear", #"{"scene":2}"#)
    let held = try machine.level
    try client.call("PopFrom", RawClient.first)

    #expect(held == "70\n")
    #expect(try machine.level == "40\n")
  }

  @Test func `a session that is not at the seat is the reason that is told`() throws {
    let machine = try UserMachine()
    try machine.tell("refuse org.freedesktop.login1.NotYourDevice Session is not in foreground, refusing.")
    let client = try machine.connect()

    try client.appear()

    #expect(try machine.level == "40\n")
    #expect(try machine.panel().contains("logind says 'Session is not in foreground, refusing.'"))
  }

  @Test func `what could not be written while the session was away is paid when the daemon has ended`() throws {
    let machine = try UserMachine()
    let client = try machine.connect()
    try client.appear()
    try machine.tell("refuse org.freedesktop.login1.NotYourDevice Session is not in foreground, refusing.")

    machine.daemon.signal(SIGTERM)
    machine.daemon.waitForEnd()
    let owed = try (machine.level, machine.hasDebts)
    let refused = try machine.settlement()
    let sentence = try refused.waitForOutput()
    let status = refused.waitForEnd()
    try machine.tell("write")

    #expect(owed == ("100\n", true))
    #expect(sentence.contains("cannot restore 'backlight/panel': cannot write "))
    #expect(status == 1)
    #expect(try machine.settlement().waitForEnd() == 0)
    #expect(try machine.level == "40\n")
    withExtendedLifetime(client) {}
  }

  @Test func `a light returns when a daemon follows one that was killed`() throws {
    let machine = try UserMachine()
    let client = try machine.connect()
    try client.appear()
    machine.daemon.kill()
    let owed = try (machine.level, machine.hasDebts)

    try machine.restart()

    #expect(owed == ("100\n", true))
    #expect(try machine.level == "40\n")
    #expect(!machine.hasDebts)
    withExtendedLifetime(client) {}
  }

  @Test func `a light returns when logind does that was gone`() throws {
    let machine = try UserMachine()
    var client: RawClient? = try machine.connect()
    try client?.appear()
    try machine.tell("end")

    _ = client.take()
    try machine.waitFor("restoring", "logind cannot be asked: ")
    try machine.tell("begin")
    try machine.waitFor("free")

    #expect(try machine.level == "40\n")
    #expect(!machine.hasDebts)
  }

  @Test func `a bus that was restarted while nobody wrote is found again`() throws {
    let machine = try UserMachine()
    let client = try machine.connect()
    try client.appear()
    try machine.tell("end", "hang up", "come back", "begin")

    try client.call("PopFrom", RawClient.first)

    #expect(try machine.level == "40\n")
    #expect(!machine.hasDebts)
  }

  @Test func `without a bus the light is told as one that cannot be written`() throws {
    let machine = try UserMachine(hasBus: false)
    let client = try machine.connect()

    try client.appear()

    #expect(try machine.level == "40\n")
    #expect(try machine.panel().contains("logind cannot be asked: "))
  }
}

@Suite struct UserPlacesTests {
  @Test func `its socket is the user's alone`() throws {
    let machine = try UserMachine(mayWrite: true)

    #expect(machine.socketMode == 0o600)
  }

  @Test func `without a folder for sockets it says so`() throws {
    let run = try Run(["/usr/bin/env", "-u", "XDG_RUNTIME_DIR", Program.path(of: "brightnessd"), "--user"])

    #expect(run.status == 1)
    #expect(run.output == "cannot use 'XDG_RUNTIME_DIR=': expected the path of this user's folder for sockets\n")
  }
}

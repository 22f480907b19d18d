import BrightnessControl
import Glibc
import Guarantees
import Programs
import RawClients
import Testing

@Suite(.tags(.oneEnd)) struct HolderEndTests {
  @Test func `a held panel is on record, and its holder is listed`() throws {
    let harness = try DaemonHarness()

    let client = try harness.holder()
    let sessions = try harness.observer.holders()

    #expect(try harness.machine.level == "19200\n")
    #expect(harness.machine.hasPendingRestores)
    #expect(sessions.map(\.pid) == [Int(getpid())])
    withExtendedLifetime(client) {}
  }

  @Test func `the panel is restored when its holder closes the connection`() throws {
    let harness = try DaemonHarness()
    var client: RawClient? = try harness.holder()

    _ = client.take()

    try harness.expectReturn()
  }

  @Test func `the panel is restored when its holder shuts down its side`() throws {
    let harness = try DaemonHarness()
    let client = try harness.idleHolder()

    client.finish()

    #expect(client.receive() == nil)
    try harness.expectReturn()
  }

  @Test func `the panel is restored when its holder resets the connection`() throws {
    let harness = try DaemonHarness()
    var client: RawClient? = try harness.idleHolder()
    client?.send(RawClient.text("List"))
    _ = try harness.observer.holders()

    _ = client.take()

    try harness.expectReturn()
  }

  @Test(arguments: ["no call", "{", #"{"method":1}"#, "[]", "", String(repeating: " ", count: 65_537)])
  func `the panel is restored when its holder breaks the protocol`(message: String) throws {
    let harness = try DaemonHarness()
    let client = try harness.idleHolder()

    client.send(message)

    #expect(client.receive() == nil)
    try harness.expectReturn()
  }

  @Test func `the panel is restored when its holder reads too slowly`() throws {
    let harness = try DaemonHarness()
    let client = try harness.idleHolder()

    let isDisconnected = (1...100_000).contains { _ in !client.send(RawClient.text("List")) }

    #expect(isDisconnected)
    try harness.expectReturn()
  }

  @Test func `the panel is restored when the scene times out`() throws {
    let harness = try DaemonHarness()

    let client = try harness.holder(#","expiresMilliseconds":1"#)

    try harness.expectReturn()
    withExtendedLifetime(client) {}
  }

  @Test func `the panel is restored when an administrator cancels the session`() throws {
    let harness = try DaemonHarness()
    let client = try harness.holder()
    let session = try #require(try harness.observer.holders().first)

    _ = try harness.observer.ask(SessionsInterface.Cancel(session: session.id))

    try harness.expectReturn()
    withExtendedLifetime(client) {}
  }

  @Test func `the panel is restored when its holder calls Reset`() throws {
    let harness = try DaemonHarness()
    let client = try harness.idleHolder()

    try client.call("Reset", "{}")

    #expect(try harness.machine.level == "\(Machine.userLevel)\n")
    #expect(!harness.machine.hasPendingRestores)
  }
}

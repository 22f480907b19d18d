import ControlAPI
import Glibc
import Programs
import RawClients
import Testing

@Suite struct OneEndPathsTests {
  @Test func `a held panel is on record, and its holder is listed`() throws {
    let stage = try Stage()

    let client = try stage.holder()
    let sessions = try stage.witness.holders()

    #expect(try stage.machine.level == "19200\n")
    #expect(stage.machine.hasDebts)
    #expect(sessions.map(\.pid) == [Int(getpid())])
    withExtendedLifetime(client) {}
  }

  @Test func `the panel is restored when its holder closes the connection`() throws {
    let stage = try Stage()
    var client: RawClient? = try stage.holder()

    _ = client.take()

    try stage.expectReturn()
  }

  @Test func `the panel is restored when its holder shuts down its side`() throws {
    let stage = try Stage()
    let client = try stage.idleHolder()

    client.finish()

    #expect(client.receive() == nil)
    try stage.expectReturn()
  }

  @Test func `the panel is restored when its holder resets the connection`() throws {
    let stage = try Stage()
    var client: RawClient? = try stage.idleHolder()
    client?.send(RawClient.text("List"))
    _ = try stage.witness.holders()

    _ = client.take()

    try stage.expectReturn()
  }

  @Test(arguments: ["no call", "{", #"{"method":1}"#, "[]", ""])
  func `the panel is restored when its holder breaks the protocol`(message: String) throws {
    let stage = try Stage()
    let client = try stage.idleHolder()

    client.send(message)

    #expect(client.receive() == nil)
    try stage.expectReturn()
  }

  @Test func `the panel is restored when its holder sends an oversized message`() throws {
    let stage = try Stage()
    let client = try stage.idleHolder()

    client.send(bytes: Array(repeating: UInt8(ascii: " "), count: 65_537))

    #expect(client.receive() == nil)
    try stage.expectReturn()
  }

  @Test func `the panel is restored when its holder reads too slowly`() throws {
    let stage = try Stage()
    let client = try stage.idleHolder()

    let isLetGo = (1...100_000).contains { _ in !client.send(RawClient.text("List")) }

    #expect(isLetGo)
    try stage.expectReturn()
  }

  @Test func `the panel is restored when the scene times out`() throws {
    let stage = try Stage()

    let client = try stage.holder(#","expiresMilliseconds":1"#)

    try stage.expectReturn()
    withExtendedLifetime(client) {}
  }

  @Test func `the panel is restored when an administrator cancels the session`() throws {
    let stage = try Stage()
    let client = try stage.holder()
    let session = try #require(try stage.witness.holders().first)

    _ = try stage.witness.ask(SessionsInterface.Cancel(session: session.id))

    try stage.expectReturn()
    withExtendedLifetime(client) {}
  }

  @Test func `the panel is restored when its holder calls Reset`() throws {
    let stage = try Stage()
    let client = try stage.idleHolder()

    try client.call("Reset", "{}")

    #expect(try stage.machine.level == "\(Machine.wanted)\n")
    #expect(!stage.machine.hasDebts)
  }
}

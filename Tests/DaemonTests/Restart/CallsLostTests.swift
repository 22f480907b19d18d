import BrightnessEventLoop
import Guarantees
import Testing

@testable import Daemon

@Suite(.tags(.survivesDaemonDeath)) struct CallsLostTests {
  private let descriptorStore = TestDescriptorStore()

  @Test func `a call that was sent and not read is answered by the next daemon`() throws {
    let daemon = try daemon()
    let client = try SocketClient(daemon)
    client.appear(80)
    client.begin("Sessions.OnDisappear", #"{"scene":1}"#)

    try daemon.restart()

    #expect(client.received() == [#"{"parameters":{}}"#])
    #expect(daemon.level() == 60)
  }

  @Test func `a hold that was sent and not read is answered by the next daemon`() throws {
    let daemon = try daemon()
    let client = try SocketClient(daemon)
    client.call("Sessions.Push", SocketClient.scene(80))
    client.begin("Sessions.Hold", SocketClient.scene(30), wantsMore: true)

    try daemon.restart()

    #expect(client.received() == [#"{"parameters":{"scene":2,"event":"holding"},"continues":true}"#])
    #expect(daemon.level() == 30)
  }

  @Test func `a client with a half-read message is disconnected`() throws {
    let daemon = try daemon()
    let client = try SocketClient(daemon)
    client.appear(80)
    client.send(#"{"method":"io.brightnessd.Sessi"#)
    daemon.runUntilIdle()

    try daemon.restart()

    #expect(client.isClosed)
    #expect(daemon.level() == 60)
    #expect(try daemon.sessionRecords() == [])
    #expect(descriptorStore.names == [])
  }

  @Test func `a call that was sent behind a hold and not read ends the hold in the next daemon`() throws {
    let daemon = try daemon()
    let client = try SocketClient(daemon)
    client.hold(80)
    client.begin("Lights.Set", #"{"light":"panel","level":{"raw":50}}"#)

    try daemon.restart()

    let replies = client.received()
    #expect(replies.first == #"{"error":"io.brightnessd.Sessions.AnotherCall","parameters":{}}"#)
    #expect(replies.dropFirst().map { $0.contains(#""baseRaw":50"#) } == [true])
    #expect(daemon.level() == 50)
  }

  @Test func `a client with unread replies receives no partial one`() throws {
    let daemon = try daemon()
    let client = try SocketClient(daemon)
    client.appear(80)
    let answer = client.call("Lights.List").joined()
    for _ in 0..<(350_000 / answer.utf8.count) {
      client.begin("Lights.List")
      daemon.takeTurn()
    }

    try daemon.restart()

    #expect(client.isClosed)
    #expect(daemon.level() == 60)
  }

  @Test func `a client that waits when the next daemon dies too is disconnected`() throws {
    let daemon = try daemon()
    let client = try SocketClient(daemon)
    client.appear(80)
    try daemon.restart()
    client.begin("Sessions.OnDisappear", #"{"scene":1}"#)
    for _ in 0..<4 { daemon.takeTurn() }

    try daemon.restart()

    #expect(client.isClosed)
    #expect(descriptorStore.names == [])
    #expect(try daemon.sessionRecords() == [])
    #expect(daemon.level() == 60)
  }

  @Test func `the last reply of a call ends it for the next daemon too`() throws {
    let daemon = try daemon()
    let client = try SocketClient(daemon)
    client.hold(80, #","onUserChange":"cancel""#)
    try daemon.move(to: 50)
    #expect(client.received() == [SocketClient.notification("cancelled", isLast: true)])

    try daemon.restart()

    #expect(client.received() == [])
    #expect(client.call("Sessions.OnDisappear", #"{"scene":1}"#).count == 1)
    #expect(daemon.level() == 50)
  }

  @Test func `a client whose hold left the record is disconnected if the daemon dies before it says so`() throws {
    let daemon = try daemon()
    let client = try SocketClient(daemon)
    client.hold(80)

    daemon.saveEndOfHold()
    try daemon.restart()

    #expect(client.isClosed)
    #expect(daemon.level() == 60)
    #expect(try daemon.sessionRecords() == [])
  }

  private func daemon() throws -> TestDaemon { try TestDaemon(serving: Configuration(), storingIn: descriptorStore) }
}

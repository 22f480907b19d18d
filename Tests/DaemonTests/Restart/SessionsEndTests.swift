import Brightness
import BrightnessEventLoop
import Glibc
import Guarantees
import Hardware
import HardwareTesting
import Testing

@testable import Daemon

@Suite(.tags(.survivesDaemonDeath)) struct SessionsEndTests {
  private let descriptorStore = TestDescriptorStore()

  @Test func `a session without scenes and one that has ended are not saved`() throws {
    let daemon = try daemon()
    let client = try SocketClient(daemon)
    client.call("Sessions.List")
    #expect(try daemon.sessionRecords() == [])
    #expect(descriptorStore.names == [])

    client.appear(80)
    #expect(try daemon.sessionRecords() == ["session-1"])
    #expect(descriptorStore.names == ["session-1"])
    client.leave()

    #expect(try daemon.sessionRecords() == [])
    #expect(descriptorStore.names == [])
  }

  @Test func `without a descriptor store nothing is recorded`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let client = try SocketClient(daemon)

    client.appear(80)

    #expect(try daemon.stateNames() == ["lock", "restore-records"])
  }

  @Test func `a daemon without a descriptor store deletes saved sessions`() throws {
    let daemon = try daemon()
    let client = try SocketClient(daemon)
    client.appear(80)
    daemon.kill()

    let log = Lines()
    try daemon.startWithoutStore(log)

    #expect(try daemon.sessionRecords() == [])
    #expect(daemon.level() == 60)
    withExtendedLifetime(client) {}
  }

  @Test func `a session whose connection was not stored ends with the daemon, and its light is restored`() throws {
    let daemon = try daemon()
    let client = try SocketClient(daemon)
    descriptorStore.shut()

    client.appear(80)
    #expect(daemon.level() == 80)
    #expect(try daemon.sessionRecords() == [])
    try daemon.restart()

    #expect(daemon.level() == 60)
    #expect(client.isClosed)
  }

  @Test func `a session that could not be recorded is saved with its next change`() throws {
    let daemon = try daemon()
    let client = try SocketClient(daemon)
    // It is in the way of the first record only: it is put aside then.
    mkdir("\(daemon.state)/session-1", 0o700)
    client.call("Sessions.Push", SocketClient.scene(80))
    #expect(descriptorStore.names == [])

    client.call("Sessions.OnAppear", #"{"scene":1}"#)
    try daemon.restart()

    #expect(!client.isClosed)
    #expect(daemon.level() == 80)
  }

  @Test func `a session that systemd's full queue refused is saved once that has room`() throws {
    let daemon = try daemon()
    let client = try SocketClient(daemon)
    descriptorStore.shut()
    client.appear(70)
    client.appear(80)
    #expect(try daemon.sessionRecords() == [])

    descriptorStore.reopen()
    #expect(try daemon.sessionRecords() == ["session-1"])
    try daemon.restart()

    #expect(!client.isClosed)
    #expect(daemon.level() == 80)
  }

  @Test func `a session that ended while systemd's queue was full is not saved once that has room`() throws {
    let daemon = try daemon()
    let client = try SocketClient(daemon)
    descriptorStore.shut()
    client.appear(80)
    client.leave()

    descriptorStore.reopen()

    #expect(try daemon.sessionRecords() == [])
    #expect(descriptorStore.names == [])
  }

  @Test func `a client that watches, and one that waits for a light, end with the daemon`() throws {
    let daemon = try daemon()
    let watcher = try SocketClient(daemon)
    let setter = try SocketClient(daemon)
    watcher.appear(80)
    setter.appear(80)
    watcher.call("Lights.Watch", wantsMore: true)
    setter.begin("Lights.Set", #"{"level":{"percent":10}}"#)
    for _ in 0..<4 { daemon.takeTurn() }

    try daemon.restart()

    #expect(watcher.isClosed)
    #expect(setter.isClosed)
  }

  @Test func `a connection without a record is closed`() throws {
    let daemon = try daemon()
    let client = try SocketClient(daemon)
    client.appear(80)

    daemon.kill()
    daemon.removeRecord("session-1")
    try daemon.start()

    #expect(client.isClosed)
    #expect(descriptorStore.names == [])
    #expect(daemon.level() == 60)
  }

  @Test func `a record that is not trusted ends its session, and is reported`() throws {
    let daemon = try daemon()
    let client = try SocketClient(daemon)
    client.appear(80)

    daemon.kill()
    try daemon.overwrite("session-1", with: "rubbish")
    let log = Lines()
    try daemon.start(log)

    #expect(client.isClosed)
    #expect(daemon.level() == 60)
    #expect(try daemon.sessionRecords() == ["session-1.quarantined-1"])
    #expect(log.all.contains { $0.contains("cannot trust") && $0.contains("session-1") })
  }

  @Test func `a session is restored only for its user`() throws {
    let daemon = try daemon()
    let client = try SocketClient(daemon)
    client.appear(80)

    daemon.kill()
    daemon.clients.next = User.otherMember
    try daemon.start()

    #expect(client.isClosed)
    #expect(daemon.sessionCount == 0)
    #expect(daemon.level() == 60)
    #expect(try daemon.sessionRecords() == [])
  }

  @Test func `session numbers are not reused`() throws {
    let daemon = try daemon()
    let first = try SocketClient(daemon)
    let second = try SocketClient(daemon)
    first.appear(80)

    try daemon.restart()
    let third = try SocketClient(daemon)

    #expect([first.session, second.session] == [1, 2])
    #expect(third.session > second.session)
    #expect(!first.isClosed)
  }

  @Test func `a session number that could not be recorded is recorded with the next connection`() throws {
    let daemon = try daemon()
    let record = "\(daemon.state)/session-numbers"
    mkdir(record, 0o700)
    let first = try SocketClient(daemon)
    rmdir(record)
    let second = try SocketClient(daemon)

    try daemon.restart()
    let third = try SocketClient(daemon)

    #expect([first.session, second.session] == [1, 2])
    #expect(third.session > second.session)
  }

  @Test func `a stopped daemon saves nothing, and disconnects its clients`() throws {
    let daemon = try daemon()
    let client = try SocketClient(daemon)
    client.appear(80)

    let answers = daemon.stop()

    #expect(answers.all == [.done])
    #expect(daemon.level() == 60)
    #expect(client.isClosed)
    #expect(try daemon.sessionRecords() == [])
    #expect(descriptorStore.names == [])
  }

  @Test func `a one-shot restore deletes saved sessions, and keeps their numbers`() throws {
    let daemon = try daemon()
    let client = try SocketClient(daemon)
    client.appear(80)
    daemon.kill()

    let left = try RestoreRun.restoreAll(recordedIn: daemon.state, lightsOf: FakeTreeOrigin(root: daemon.root))

    #expect(left == [])
    #expect(daemon.level() == 60)
    #expect(try daemon.stateNames() == ["lock", "session-numbers"])
    withExtendedLifetime(client) {}
  }

  @Test func `a session larger than a record ends with the daemon`() throws {
    let daemon = try daemon()
    let client = try SocketClient(daemon)
    let claim = #"{"light":"leds/\#(String(repeating: "a", count: 1000))","rule":"exactly","percent":1}"#
    let claims = Array(repeating: claim, count: 30).joined(separator: ",")
    for _ in 0..<3 { client.call("Sessions.Push", #"{"scene":{"claims":[\#(claims)]}}"#) }

    #expect(try daemon.sessionRecords() == [])
    #expect(descriptorStore.names == [])
    #expect(!client.isClosed)
  }

  private func daemon() throws -> TestDaemon { try TestDaemon(serving: Configuration(), storingIn: descriptorStore) }
}

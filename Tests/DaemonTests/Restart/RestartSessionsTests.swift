import BrightnessEventLoop
import Guarantees
import HardwareTesting
import Testing

@testable import Daemon

@Suite(.tags(.survivesDaemonDeath)) struct RestartSessionsTests {
  private let descriptorStore = TestDescriptorStore()

  @Test func `a scene outlives the daemon, and its light never changes`() throws {
    let daemon = try daemon()
    let client = try SocketClient(daemon)
    let scene = client.appear(80)
    _ = daemon.files.takeWritten()

    try daemon.restart()

    #expect(daemon.files.takeWritten().allSatisfy { $0 == "panel 80" })
    #expect(daemon.level() == 80)
    #expect(client.call("Sessions.OnDisappear", #"{"scene":\#(scene)}"#) == [#"{"parameters":{}}"#])
    #expect(daemon.level() == 60)
    #expect(daemon.restores == [])
  }

  @Test func `a scene outlives a daemon that dies before it serves its client`() throws {
    let daemon = try daemon()
    let client = try SocketClient(daemon)
    let scene = client.appear(80)

    daemon.kill()
    try daemon.begin()
    try daemon.restart()

    #expect(client.call("Sessions.OnDisappear", #"{"scene":\#(scene)}"#) == [#"{"parameters":{}}"#])
    #expect(daemon.level() == 60)
  }

  @Test func `the base stays the user's, however often the daemon dies`() throws {
    let daemon = try daemon()
    let client = try SocketClient(daemon)
    client.appear(80)

    for _ in 0..<3 { try daemon.restart() }
    client.appear(30)
    #expect(daemon.level() == 30)
    try daemon.restart()
    client.leave()

    #expect(daemon.level() == 60)
    #expect(daemon.restores == [])
  }

  @Test func `a restored hold reports changes and nothing else`() throws {
    let daemon = try daemon()
    let client = try SocketClient(daemon)
    #expect(client.hold(30) == [SocketClient.notification("holding")])

    try daemon.restart()
    #expect(client.received() == [])
    try daemon.move(to: 50)

    #expect(client.received() == [SocketClient.notification("yielded", on: "backlight/panel")])
    #expect(daemon.level() == 50)
  }

  @Test func `an outranked hold is reported once, and resumes when the others end`() throws {
    let daemon = try daemon()
    let film = try SocketClient(daemon)
    let ticket = try SocketClient(daemon)
    film.hold(30)
    ticket.hold(100)
    #expect(film.received() == [SocketClient.notification("outranked", on: "backlight/panel")])

    try daemon.restart()
    #expect(film.received() == [])
    ticket.leave()

    #expect(film.received() == [SocketClient.notification("resumed", on: "backlight/panel")])
    #expect(daemon.level() == 30)
  }

  @Test func `a hold that expired without a daemon is reported, and its light is restored`() throws {
    let daemon = try daemon()
    let client = try SocketClient(daemon)
    client.hold(80)

    daemon.kill()
    try daemon.backdate("1")
    try daemon.start()

    #expect(client.received() == [SocketClient.notification("expired", isLast: true)])
    #expect(daemon.level() == 60)
    #expect(daemon.restores == [])
    #expect(client.call("Sessions.OnDisappear", #"{"scene":1}"#).count == 1)
  }

  @Test func `a hold whose light was not written before the daemon died reports holding when it is`() throws {
    let daemon = try daemon()
    let client = try SocketClient(daemon)
    client.begin("Sessions.Hold", SocketClient.scene(30), wantsMore: true)
    for _ in 0..<4 { daemon.takeTurn() }
    #expect(daemon.level() == 60)

    try daemon.restart()

    #expect(client.received() == [SocketClient.notification("holding")])
    #expect(daemon.level() == 30)
    client.leave()
    #expect(daemon.level() == 60)
  }

  @Test(arguments: 0...7, [true, false])
  func `a daemon that dies between any two system calls keeps or ends the session`(calls: Int, appears: Bool) throws {
    let daemon = try daemon()
    let client = try SocketClient(daemon)
    client.call("Sessions.Push", SocketClient.scene(80))
    if !appears { client.call("Sessions.OnAppear", #"{"scene":1}"#) }

    daemon.files.die(after: calls)
    client.call(appears ? "Sessions.OnAppear" : "Sessions.OnDisappear", #"{"scene":1}"#)
    daemon.kill()
    daemon.files.die(after: .max)
    try daemon.start()

    #expect(daemon.level() == (daemon.sessionCount == 1 && appears ? 80 : 60))
    client.leave()
    #expect(daemon.level() == 60)
    #expect(daemon.restores == [])
    #expect(try daemon.sessionRecords() == [])
  }

  @Test func `of two sessions the closed one ends, and the other survives`() throws {
    let daemon = try daemon()
    let film = try SocketClient(daemon)
    var ticket: SocketClient? = try SocketClient(daemon)
    film.appear(30)
    ticket?.appear(100)

    daemon.kill()
    _ = ticket.take()
    try daemon.start()

    #expect(daemon.level() == 30)
    #expect(try daemon.sessionRecords() == ["session-1"])
    film.leave()
    #expect(daemon.level() == 60)
  }

  @Test func `the next scene has a number that none had`() throws {
    let daemon = try daemon()
    let client = try SocketClient(daemon)
    let scene = client.appear(30)
    client.call("Sessions.PopFrom", #"{"scene":\#(scene)}"#)

    try daemon.restart()

    #expect(client.appear(80) == "2")
  }

  private func daemon() throws -> TestDaemon { try TestDaemon(serving: Configuration(), storingIn: descriptorStore) }
}

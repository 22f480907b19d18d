import EventLoop
import Glibc
import Hardware
import HardwareTesting
import Testing

@testable import Daemon

@Suite struct SessionsEndTests {
  private let cloakroom = Cloakroom()

  @Test func `nothing is kept of a session without scenes, nor of one that has ended`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    client.call("Sessions.List")
    #expect(try desk.kept() == [])
    #expect(cloakroom.names == [])

    client.appear(80)
    #expect(try desk.kept() == ["session-1"])
    #expect(cloakroom.names == ["session-1"])
    client.leave()

    #expect(try desk.kept() == [])
    #expect(cloakroom.names == [])
  }

  @Test func `where nobody keeps connections nothing is recorded`() throws {
    let desk = try Desk(serving: Configuration())
    let client = try Survivor(desk)

    client.appear(80)

    #expect(try desk.stateNames() == ["debts", "lock"])
  }

  @Test func `what was kept is forgotten by a daemon for which nobody keeps connections`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    client.appear(80)
    desk.kill()

    let log = Lines()
    try desk.startAlone(log)

    #expect(try desk.kept() == [])
    #expect(desk.level() == 60)
    withExtendedLifetime(client) {}
  }

  @Test func `a session whose connection nobody keeps ends with the daemon, and its light returns`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    cloakroom.shut()

    client.appear(80)
    #expect(desk.level() == 80)
    #expect(try desk.kept() == [])
    try desk.restart()

    #expect(desk.level() == 60)
    #expect(client.isClosed)
  }

  @Test func `a session that could not be kept is kept with its next change`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    cloakroom.shut()
    let scene = client.appear(80)

    cloakroom.reopen()
    client.call("Sessions.OnDisappear", #"{"scene":\#(scene)}"#)
    client.call("Sessions.OnAppear", #"{"scene":\#(scene)}"#)
    try desk.restart()

    #expect(!client.isClosed)
    #expect(desk.level() == 80)
  }

  @Test func `a client that waits for an answer when the daemon dies is not left waiting`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    let scene = client.appear(80)
    client.begin("Sessions.OnDisappear", #"{"scene":\#(scene)}"#)
    for _ in 0..<4 { desk.takeTurn() }

    try desk.restart()

    #expect(client.isClosed)
    #expect(cloakroom.names == [])
    #expect(try desk.kept() == [])
    #expect(desk.level() == 60)
  }

  @Test func `a client that watches, and one that waits for a light, end with the daemon`() throws {
    let desk = try desk()
    let watcher = try Survivor(desk)
    let setter = try Survivor(desk)
    watcher.appear(80)
    setter.appear(80)
    watcher.call("Lights.Watch", wantsMore: true)
    setter.begin("Lights.Set", #"{"level":{"percent":10}}"#)
    for _ in 0..<4 { desk.takeTurn() }

    try desk.restart()

    #expect(watcher.isClosed)
    #expect(setter.isClosed)
  }

  @Test func `a client that was answered is waited for no more`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    client.appear(80)
    client.call("Lights.Set", #"{"level":{"percent":10}}"#)

    try desk.restart()

    #expect(!client.isClosed)
    #expect(desk.level() == 10)
  }

  @Test func `a connection without a record is closed`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    client.appear(80)

    desk.kill()
    desk.removeRecord("session-1")
    try desk.start()

    #expect(client.isClosed)
    #expect(cloakroom.names == [])
    #expect(desk.level() == 60)
  }

  @Test func `a record that is not trusted ends its session, and is reported`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    client.appear(80)

    desk.kill()
    try desk.overwrite("session-1", with: "rubbish")
    let log = Lines()
    try desk.start(log)

    #expect(client.isClosed)
    #expect(desk.level() == 60)
    #expect(try desk.kept() == ["session-1.aside-1"])
    #expect(log.all.contains { $0.contains("cannot trust") && $0.contains("session-1") })
  }

  @Test func `a session goes to nobody but the user who had it`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    client.appear(80)

    desk.kill()
    desk.visitors.next = User.otherMember
    try desk.start()

    #expect(client.isClosed)
    #expect(desk.sessionCount == 0)
    #expect(desk.level() == 60)
    #expect(try desk.kept() == [])
  }

  @Test func `numbers of sessions do not come again`() throws {
    let desk = try desk()
    let first = try Survivor(desk)
    let second = try Survivor(desk)
    first.appear(80)

    try desk.restart()
    let third = try Survivor(desk)

    #expect([first.session, second.session] == [1, 2])
    #expect(third.session > second.session)
    #expect(!first.isClosed)
  }

  @Test func `a daemon that is stopped keeps nothing, and its clients see the end`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    client.appear(80)

    let answers = desk.stop()

    #expect(answers.all == [.done])
    #expect(desk.level() == 60)
    #expect(client.isClosed)
    #expect(try desk.kept() == [])
    #expect(cloakroom.names == [])
  }

  @Test func `a settlement forgets the sessions, and not their numbers`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    client.appear(80)
    desk.kill()

    let left = try Settlement.pay(recordedIn: desk.state, lightsOf: FakeTreeOrigin(root: desk.root))

    #expect(left == [])
    #expect(desk.level() == 60)
    #expect(try desk.stateNames() == ["lock", "session-numbers"])
    withExtendedLifetime(client) {}
  }

  @Test func `a session that has more to say than a record holds ends with the daemon`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    let claim = #"{"light":"leds/\#(String(repeating: "a", count: 1000))","rule":"exactly","percent":1}"#
    let claims = Array(repeating: claim, count: 30).joined(separator: ",")
    for _ in 0..<3 { client.call("Sessions.Push", #"{"scene":{"claims":[\#(claims)]}}"#) }

    #expect(try desk.kept() == [])
    #expect(cloakroom.names == [])
    #expect(!client.isClosed)
  }

  private func desk() throws -> Desk { try Desk(serving: Configuration(), keepingIn: cloakroom) }
}

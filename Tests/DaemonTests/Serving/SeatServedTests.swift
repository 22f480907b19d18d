import BrightnessControl
import BrightnessModel
import ComposableTesting
import HardwareTesting
import Testing

@testable import Daemon

@Suite struct SeatServedTests {
  private let member = Int(User.member.uid)
  private let other = Int(User.otherMember.uid)

  @Test func `claims of a user who leaves the seat are suspended, and return with the user`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    try daemon.switchSeat(to: member, among: member, other)
    let client = try daemon.connect()
    let film = client.follow(SessionsInterface.Hold(scene: .exactly(80)))
    #expect(film.events == ["holding"])

    try daemon.switchSeat(to: other, among: member, other)
    #expect(daemon.level() == 60)
    #expect(daemon.restores == [])
    #expect(film.events == ["suspended"])
    #expect(try suspensions(at: daemon) == [true, false])

    try daemon.switchSeat(to: member, among: member, other)
    #expect(daemon.level() == 80)
    #expect(film.events == ["resumed"])
    client.leave()
    #expect(daemon.level() == 60)
  }

  @Test func `a seat that cannot be read leaves its users as they are`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    try daemon.switchSeat(to: member, among: member, other)
    let theirs = try daemon.connect(as: User.otherMember).follow(SessionsInterface.Hold(scene: .exactly(30)))
    #expect(theirs.events == ["suspended"])

    try daemon.makeSeatUnreadable()

    #expect(daemon.level() == 60)
    #expect(theirs.events == [])
  }

  @Test func `a seat whose folder cannot be watched is logged`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let log = Lines()
    daemon.kill()
    try daemon.tree.put(.link("seats"), at: "seats")

    try daemon.start(log)

    #expect(
      log.all.first?.withoutProgram
        == "cannot watch '\(daemon.tree.path("seats"))': too many levels of symbolic links; "
        + "the seat's user is read when a client changes a light\n"
    )
  }

  @Test func `sessions without a seat and remote sessions are not suspended`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let film = try daemon.connect().follow(SessionsInterface.Hold(scene: .exactly(80)))

    try daemon.switchSeat(to: other, among: other)
    try daemon.switchSeat(to: other, among: member, other)
    daemon.removeSeat()

    #expect(film.events == ["holding", "suspended", "resumed"])
    #expect(daemon.level() == 80)
  }

  /// After the last logout at a console logind's file still lists the user: `session_finalize()`
  /// saves the seat before `session_free()` takes the session off its list (systemd 252 and 257,
  /// src/login/logind-session.c).
  @Test(arguments: [
    "", "UIDS=\n", "ACTIVE_UID=1001\nUIDS=1000x -1\n", "ACTIVE_UID=1001\n", "SESSIONS=3\nUIDS=1000\n",
    "SESSIONS=3 4\nUIDS=1000 1001\n",
  ])
  func `a seat file without users, or without an active one, suspends no session`(text: String) throws {
    let daemon = try TestDaemon(serving: Configuration())
    let film = try daemon.connect().follow(SessionsInterface.Hold(scene: .exactly(80)))

    try daemon.putSeat(text)
    daemon.runUntilIdle()

    #expect(film.events == ["holding"])
  }

  @Test func `a user who becomes active holds at once, also before the seat event`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let guest = Int(User.guest.uid)
    try daemon.linkSeat(to: "elsewhere")
    try daemon.tree.put(.text("ACTIVE_UID=\(member)\nUIDS=\(member) \(guest)\n"), at: "elsewhere")
    let film = try daemon.connect().follow(SessionsInterface.Hold(scene: .exactly(80)))
    #expect(film.events == ["holding"])

    try daemon.tree.put(.text("ACTIVE_UID=\(guest)\nUIDS=\(member) \(guest)\n"), at: "elsewhere")
    daemon.runUntilIdle()
    #expect(film.events == [])
    let held = try daemon.connect(as: User.guest).follow(SessionsInterface.Hold(scene: .exactly(30)))

    #expect(held.events == ["holding"])
    #expect(film.events == ["suspended"])
    #expect(daemon.level() == 30)
  }

  @Test func `watchers receive the cause seat`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    _ = try daemon.connect().follow(SessionsInterface.Hold(scene: .exactly(80)))
    let replies = try daemon.connect(as: User.root).follow(LightsInterface.Watch())
    _ = replies.take()

    try daemon.switchSeat(to: other, among: member, other)

    let events = replies.takeSuccessful()
    #expect(events.map(\.cause) == [.seat, .restore])
    #expect(events.map(\.pid) == [nil, nil])
    #expect(events.map(\.light.state) == [.restoring, .free])
  }

  private func suspensions(at daemon: TestDaemon) throws -> [Bool] {
    try daemon.connect(as: User.root).ask(SessionsInterface.List()).sessions.map(\.suspended)
  }
}

import ComposableTesting
import ControlAPI
import HardwareTesting
import Testing

@testable import Daemon

@Suite struct SeatServedTests {
  private let member = Int(User.member.user)
  private let other = Int(User.otherMember.user)

  @Test func `the claims of who leaves the seat are suspended, and come back`() throws {
    let desk = try Desk(serving: Configuration())
    try desk.sit(member, among: member, other)
    let visitor = try desk.connect()
    let film = visitor.follow(SessionsInterface.Hold(scene: .exactly(80)))
    #expect(film.told == ["holding"])

    try desk.sit(other, among: member, other)
    #expect(desk.level() == 60)
    #expect(desk.debts == [])
    #expect(film.told == ["suspended"])
    #expect(try suspensions(at: desk) == [true, false])

    try desk.sit(member, among: member, other)
    #expect(desk.level() == 80)
    #expect(film.told == ["resumed"])
    visitor.leave()
    #expect(desk.level() == 60)
  }

  @Test func `from one user to the other a light goes in one write`() throws {
    let desk = try Desk(serving: Configuration())
    _ = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(80)))
    try desk.sit(member, among: member, other)
    let theirs = try desk.connect(as: User.otherMember).follow(SessionsInterface.Hold(scene: .exactly(30)))
    #expect(theirs.told == ["suspended"])
    _ = desk.files.takeWritten()

    try desk.sit(other, among: member, other)

    #expect(desk.files.takeWritten() == ["panel 30"])
    #expect(theirs.told == ["holding"])
  }

  @Test func `what could not be written for a session is written when the news of the seat comes`() throws {
    let desk = try Desk(serving: Configuration())
    try desk.sit(member, among: member, other)
    let visitor = try desk.connect()
    _ = visitor.follow(SessionsInterface.Hold(scene: .exactly(80)))
    desk.files.fail("panel", .away)
    try desk.sit(other, among: member, other)
    visitor.leave()
    #expect(desk.level() == 80)
    desk.files.fail("panel", nil)

    try desk.sit(member, among: member, other)

    #expect(desk.level() == 60)
    #expect(desk.debts == [])
  }

  @Test func `what is asked by who is not at the seat is taken, waits, and writes nothing`() throws {
    let desk = try Desk(serving: Configuration())
    try desk.sit(other, among: member, other)
    let visitor = try desk.connect()

    let scene = try visitor.ask(SessionsInterface.Push(scene: .exactly(80))).scene
    _ = try visitor.ask(SessionsInterface.OnAppear(scene: scene))
    #expect(desk.files.takeWritten() == [])

    try desk.sit(member, among: member)
    #expect(desk.level() == 80)
  }

  @Test func `nobody is suspended without a seat, nor who works from elsewhere`() throws {
    let desk = try Desk(serving: Configuration())
    let film = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(80)))

    try desk.sit(other, among: other)
    try desk.sit(other, among: member, other)
    desk.removeSeat()

    #expect(film.told == ["holding", "suspended", "resumed"])
    #expect(desk.level() == 80)
  }

  @Test(arguments: ["", "UIDS=\n", "ACTIVE_UID=1001\nUIDS=1000x -1\n", "ACTIVE_UID=1001\n"])
  func `a seat that says nothing of a user leaves them as they are`(text: String) throws {
    let desk = try Desk(serving: Configuration())
    let film = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(80)))

    try desk.putSeat(text)
    desk.goOn()

    #expect(film.told == ["holding"])
  }

  @Test func `the person's change at the seat moves the base, and who comes back holds over it`() throws {
    let desk = try Desk(serving: Configuration())
    let visitor = try desk.connect()
    let film = visitor.follow(SessionsInterface.Hold(scene: .exactly(80)))
    try desk.sit(other, among: member, other)

    try desk.move(to: 20)
    #expect(desk.level() == 20)
    try desk.sit(member, among: member, other)
    #expect(desk.level() == 80)
    visitor.leave()

    #expect(desk.level() == 20)
    #expect(film.told.filter { $0.contains("yielded") } == [])
  }

  @Test func `who has just come to the seat holds at once, also before the news of it`() throws {
    let desk = try Desk(serving: Configuration())
    let guest = Int(User.guest.user)
    try desk.linkSeat(to: "elsewhere")
    try desk.tree.put(.text("ACTIVE_UID=\(member)\nUIDS=\(member) \(guest)\n"), at: "elsewhere")
    let film = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(80)))
    #expect(film.told == ["holding"])

    try desk.tree.put(.text("ACTIVE_UID=\(guest)\nUIDS=\(member) \(guest)\n"), at: "elsewhere")
    desk.goOn()
    #expect(film.told == [])
    let held = try desk.connect(as: User.guest).follow(SessionsInterface.Hold(scene: .exactly(30)))

    #expect(held.told == ["holding"])
    #expect(film.told == ["suspended"])
    #expect(desk.level() == 30)
  }

  @Test func `readers are told that the seat is the cause`() throws {
    let desk = try Desk(serving: Configuration())
    _ = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(80)))
    let replies = try desk.connect(as: User.root).follow(LightsInterface.Watch())
    _ = replies.take()

    try desk.sit(other, among: member, other)

    let told = replies.takeGood()
    #expect(told.map(\.cause) == [.seat, .settle])
    #expect(told.map(\.pid) == [nil, nil])
    #expect(told.map(\.light.standing) == [.owing, .free])
  }

  @Test func `a scene's time goes on while it is suspended`() throws {
    let desk = try Desk(serving: Configuration())
    var scene = SessionsInterface.SceneRequest.exactly(80)
    scene.expires = .seconds(60)
    let film = try desk.connect().follow(SessionsInterface.Hold(scene: scene))
    try desk.sit(other, among: member, other)

    desk.clock.advance(by: .seconds(60))
    desk.goOn()
    try desk.sit(member, among: member, other)

    #expect(film.told == ["holding", "suspended", "expired"])
    #expect(desk.level() == 60)
  }

  private func suspensions(at desk: Desk) throws -> [Bool] {
    try desk.connect(as: User.root).ask(SessionsInterface.List()).sessions.map(\.suspended)
  }
}

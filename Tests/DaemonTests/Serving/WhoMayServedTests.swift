import ControlAPI
import Glibc
import HardwareTesting
import Testing
import Varlink

@testable import Daemon

@Suite struct WhoMayServedTests {
  private let closed = ControlError.call(.disconnected(.finished))

  @Test func `a guest reads everything and changes nothing`() throws {
    let desk = try Desk(serving: Configuration())
    let guest = try desk.connect(as: User.guest)
    let denied = ControlError.service(.permissionDenied)

    #expect(try guest.ask(LightsInterface.Get()).light.raw == 60)
    #expect(guest.follow(LightsInterface.Watch()).takeGood().count == 1)
    let other = try desk.connect(as: User.guest)
    #expect(throws: denied) { try other.ask(LightsInterface.Set(level: .raw(1))) }
    #expect(throws: denied) { try other.ask(SessionsInterface.Push(scene: .exactly(80))) }
    #expect(throws: denied) { try other.follow(SessionsInterface.Hold(scene: .exactly(80))).take().first?.get() }
    #expect(try other.ask(SessionsInterface.List()).sessions.map(\.scenes.count) == [0, 0])
    #expect(desk.level() == 60)
  }

  @Test(arguments: [User.root, User.member, User.otherMember])
  func `root and members of the group change lights`(user: Peer) throws {
    let desk = try Desk(serving: Configuration())

    _ = try desk.connect(as: user).ask(LightsInterface.Set(level: .raw(7)))

    #expect(desk.level() == 7)
  }

  @Test func `whoever is active on the seat changes lights, and nobody who has left it`() throws {
    let desk = try Desk(serving: Configuration())
    let guest = try desk.connect(as: User.guest)
    try desk.putSeat("IS_SEAT0=1\nACTIVE=3\nACTIVE_UID=1002\n")
    _ = try guest.ask(LightsInterface.Set(level: .raw(7)))

    try desk.putSeat("IS_SEAT0=1\nACTIVE=4\nACTIVE_UID=1000\n")

    #expect(throws: ControlError.service(.permissionDenied)) { try guest.ask(LightsInterface.Set(level: .raw(8))) }
    #expect(desk.level() == 7)
  }

  @Test(arguments: ["", "IS_SEAT0=1\n", "ACTIVE_UID=\n", "ACTIVE_UID=-1\n", "ACTIVE_UID=1002x\n", "#ACTIVE_UID=1002\n"])
  func `a seat on which nobody is active lets nobody in`(text: String) throws {
    let desk = try Desk(serving: Configuration())
    try desk.putSeat(text)

    #expect(throws: ControlError.service(.permissionDenied)) {
      try desk.connect(as: User.guest).ask(LightsInterface.Set(level: .raw(8)))
    }
  }

  @Test func `what another user's session is about is told to root alone`() throws {
    let desk = try Desk(serving: Configuration())
    var scene = SessionsInterface.SceneRequest.exactly(80)
    (scene.name, scene.reason) = ("ticket", "at the gate")
    _ = try desk.connect().ask(SessionsInterface.Push(scene: scene))

    for (user, isTold) in [(User.member, true), (User.root, true), (User.otherMember, false), (User.guest, false)] {
      let session = try desk.connect(as: user).ask(SessionsInterface.List()).sessions[0]
      #expect(session.uid == 1000)
      #expect(session.pid == (isTold ? Int(getpid()) : nil))
      #expect(session.scenes[0].name == (isTold ? "ticket" : nil))
      #expect(session.scenes[0].reason == (isTold ? "at the gate" : nil))
      #expect(session.scenes[0].claims == scene.claims)
    }
  }

  @Test func `a session is cancelled by its user and by root, and its connection closed`() throws {
    for user in [User.member, User.root] {
      let desk = try Desk(serving: Configuration())
      let holder = try desk.connect()
      let held = holder.follow(SessionsInterface.Hold(scene: .exactly(80)))

      _ = try desk.connect(as: user).ask(SessionsInterface.Cancel(session: 1))

      #expect(desk.level() == 60)
      #expect(held.takeGood().map(\.event) == [.holding, .cancelled])
      #expect(desk.sessionCount == 1)
      #expect(throws: closed) { try holder.ask(LightsInterface.List()) }
    }
  }

  @Test func `whoever cancels their own session is answered first`() throws {
    let desk = try Desk(serving: Configuration())
    let visitor = try desk.connect()

    _ = try visitor.ask(SessionsInterface.Cancel(session: visitor.session))

    #expect(desk.sessionCount == 0)
    #expect(throws: closed) { try visitor.ask(LightsInterface.List()) }
  }

  @Test func `another user's session is cancelled by nobody else`() throws {
    let desk = try Desk(serving: Configuration())
    _ = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(80)))
    let other = try desk.connect(as: User.otherMember)

    #expect(throws: ControlError.service(.permissionDenied)) { try other.ask(SessionsInterface.Cancel(session: 1)) }
    #expect(throws: ControlError.sessions(.noSuchSession(9))) { try other.ask(SessionsInterface.Cancel(session: 9)) }
    #expect(desk.level() == 80)
  }

  @Test func `a reset ends the sessions of its user, and answers when the lights are back`() throws {
    let desk = try Desk(serving: Configuration())
    let others = try desk.connect(as: User.otherMember).follow(SessionsInterface.Hold(scene: .exactly(30)))
    let holder = try desk.connect()
    let held = holder.follow(SessionsInterface.Hold(scene: .exactly(80)))
    let caller = try desk.connect()
    let reset = caller.begin(SessionsInterface.Reset(), wantsMore: false)
    for _ in 0..<4 { desk.takeTurn() }
    #expect(desk.level() == 80)
    #expect(reset.take().isEmpty)

    desk.goOn()

    #expect(desk.level() == 30)
    #expect(desk.sessionCount == 1)
    #expect(reset.takeGood().map(\.sessions) == [1])
    #expect(held.takeGood().map(\.event) == [.holding, .cancelled])
    #expect(others.takeGood().map(\.event) == [.holding, .outranked, .resumed])
    for user in [holder, caller] { #expect(throws: closed) { try user.ask(LightsInterface.List()) } }
  }

  @Test func `everybody's sessions are ended by root alone`() throws {
    let desk = try Desk(serving: Configuration())
    _ = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(80)))

    #expect(throws: ControlError.service(.permissionDenied)) {
      try desk.connect().ask(SessionsInterface.Reset(all: true))
    }
    #expect(desk.level() == 80)

    #expect(try desk.connect(as: User.root).ask(SessionsInterface.Reset(all: true)).sessions == 2)
    #expect(desk.level() == 60)
    #expect(desk.sessionCount == 0)
  }
}

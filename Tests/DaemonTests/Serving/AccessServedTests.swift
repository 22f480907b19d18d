import BrightnessControl
import BrightnessModel
import BrightnessVarlink
import Glibc
import HardwareTesting
import Testing

@testable import Daemon

@Suite struct AccessServedTests {
  private let closed = ControlError.call(.disconnected(.finished))

  @Test func `a guest reads everything and changes nothing`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let guest = try daemon.connect(as: User.guest)
    let denied = ControlError.service(.permissionDenied)

    #expect(try guest.ask(LightsInterface.Get()).light.raw == 60)
    #expect(guest.follow(LightsInterface.Watch()).takeSuccessful().count == 1)
    let other = try daemon.connect(as: User.guest)
    #expect(throws: denied) { try other.ask(LightsInterface.Set(level: .raw(1))) }
    #expect(throws: denied) { try other.ask(SessionsInterface.Push(scene: .exactly(80))) }
    #expect(throws: denied) { try other.follow(SessionsInterface.Hold(scene: .exactly(80))).take().first?.get() }
    #expect(try other.ask(SessionsInterface.List()).sessions.map(\.scenes.count) == [0, 0])
    #expect(daemon.level() == 60)
  }

  @Test(arguments: [User.root, User.member, User.otherMember])
  func `root and members of the group change lights`(user: Peer) throws {
    let daemon = try TestDaemon(serving: Configuration())

    _ = try daemon.connect(as: user).ask(LightsInterface.Set(level: .raw(7)))

    #expect(daemon.level() == 7)
  }

  @Test func `the active user of the seat changes lights, a user who left it does not`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let guest = try daemon.connect(as: User.guest)
    try daemon.putSeat("IS_SEAT0=1\nACTIVE=3\nACTIVE_UID=1002\n")
    _ = try guest.ask(LightsInterface.Set(level: .raw(7)))

    try daemon.putSeat("IS_SEAT0=1\nACTIVE=4\nACTIVE_UID=1000\n")

    #expect(throws: ControlError.service(.permissionDenied)) { try guest.ask(LightsInterface.Set(level: .raw(8))) }
    #expect(daemon.level() == 7)
  }

  @Test(arguments: ["", "IS_SEAT0=1\n", "ACTIVE_UID=\n", "ACTIVE_UID=-1\n", "ACTIVE_UID=1002x\n", "#ACTIVE_UID=1002\n"])
  func `a seat without an active session allows no user`(text: String) throws {
    let daemon = try TestDaemon(serving: Configuration())
    try daemon.putSeat(text)

    #expect(throws: ControlError.service(.permissionDenied)) {
      try daemon.connect(as: User.guest).ask(LightsInterface.Set(level: .raw(8)))
    }
  }

  @Test func `names and reasons of another user's session are shown only to root`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    var scene = SessionsInterface.SceneRequest.exactly(80)
    (scene.name, scene.reason) = ("ticket", "at the gate")
    _ = try daemon.connect().ask(SessionsInterface.Push(scene: scene))

    for (user, mayKnow) in [(User.member, true), (User.root, true), (User.otherMember, false), (User.guest, false)] {
      let session = try daemon.connect(as: user).ask(SessionsInterface.List()).sessions[0]
      #expect(session.uid == 1000)
      #expect(session.pid == (mayKnow ? Int(getpid()) : nil))
      #expect(session.scenes[0].name == (mayKnow ? "ticket" : nil))
      #expect(session.scenes[0].reason == (mayKnow ? "at the gate" : nil))
      #expect(session.scenes[0].claims == scene.claims)
    }
  }

  @Test func `a session is cancelled by its user and by root, and its connection closed`() throws {
    for user in [User.member, User.root] {
      let daemon = try TestDaemon(serving: Configuration())
      let holder = try daemon.connect()
      let held = holder.follow(SessionsInterface.Hold(scene: .exactly(80)))

      _ = try daemon.connect(as: user).ask(SessionsInterface.Cancel(session: 1))

      #expect(daemon.level() == 60)
      #expect(held.takeSuccessful().map(\.event) == [.holding, .cancelled])
      #expect(daemon.sessionCount == 1)
      #expect(throws: closed) { try holder.ask(LightsInterface.List()) }
    }
  }

  @Test func `a caller that cancels its own session is answered first`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let client = try daemon.connect()

    _ = try client.ask(SessionsInterface.Cancel(session: client.session))

    #expect(daemon.sessionCount == 0)
    #expect(throws: closed) { try client.ask(LightsInterface.List()) }
  }

  @Test func `a user cannot cancel another user's session`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    _ = try daemon.connect().follow(SessionsInterface.Hold(scene: .exactly(80)))
    let other = try daemon.connect(as: User.otherMember)

    #expect(throws: ControlError.service(.permissionDenied)) { try other.ask(SessionsInterface.Cancel(session: 1)) }
    #expect(throws: ControlError.sessions(.noSuchSession(session: 9))) {
      try other.ask(SessionsInterface.Cancel(session: 9))
    }
    #expect(daemon.level() == 80)
  }

  @Test func `Reset ends the sessions of its user, and answers when the lights are restored`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let others = try daemon.connect(as: User.otherMember).follow(SessionsInterface.Hold(scene: .exactly(30)))
    let holder = try daemon.connect()
    let held = holder.follow(SessionsInterface.Hold(scene: .exactly(80)))
    let caller = try daemon.connect()
    let reset = caller.begin(SessionsInterface.Reset(), wantsMore: false)
    for _ in 0..<4 { daemon.takeTurn() }
    #expect(daemon.level() == 80)
    #expect(reset.take().isEmpty)

    daemon.runUntilIdle()

    #expect(daemon.level() == 30)
    #expect(reset.takeSuccessful().map(\.sessions) == [1])
    #expect(held.takeSuccessful().map(\.event) == [.holding, .cancelled])
    #expect(others.takeSuccessful().map(\.event) == [.holding, .outranked, .resumed])
    #expect(throws: closed) { try holder.ask(LightsInterface.List()) }
    #expect(try caller.ask(LightsInterface.List()).lights.count == 1)
  }

  @Test func `only root ends the sessions of all users`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    _ = try daemon.connect().follow(SessionsInterface.Hold(scene: .exactly(80)))

    #expect(throws: ControlError.service(.permissionDenied)) {
      try daemon.connect().ask(SessionsInterface.Reset(all: true))
    }
    #expect(daemon.level() == 80)

    #expect(try daemon.connect(as: User.root).ask(SessionsInterface.Reset(all: true)).sessions == 1)
    #expect(daemon.level() == 60)
  }
}

import ControlAPI
import Glibc
import Hardware
import HardwareTesting
import Testing
import Varlink

@testable import Daemon

@Suite struct SessionsServedTests {
  @Test func `a scene is pushed, appears, disappears and goes`() throws {
    let desk = try Desk(serving: Configuration())
    let visitor = try desk.connect()

    let scene = try visitor.ask(SessionsInterface.Push(scene: .exactly(80))).scene
    #expect(desk.level() == 60)

    _ = try visitor.ask(SessionsInterface.OnAppear(scene: scene))
    #expect(desk.level() == 80)

    _ = try visitor.ask(SessionsInterface.OnDisappear(scene: scene))
    #expect(desk.level() == 60)

    _ = try visitor.ask(SessionsInterface.OnAppear(scene: scene))
    _ = try visitor.ask(SessionsInterface.PopFrom(scene: scene))
    #expect(desk.level() == 60)
    #expect(desk.debts == [])
  }

  @Test func `appearing is answered when it is written, and on record before`() throws {
    let desk = try Desk(serving: Configuration())
    let visitor = try desk.connect()
    let scene = try visitor.ask(SessionsInterface.Push(scene: .exactly(80))).scene

    let replies = visitor.begin(SessionsInterface.OnAppear(scene: scene), wantsMore: false)
    for _ in 0..<4 { desk.takeTurn() }
    #expect(replies.take().isEmpty)
    desk.goOn()

    #expect(replies.takeGood().count == 1)
    #expect(desk.level() == 80)
    #expect(desk.debts.map(\.raw) == [60])
  }

  @Test func `of a session's scenes the topmost counts that has appeared`() throws {
    let desk = try Desk(serving: Configuration())
    let visitor = try desk.connect()
    for percent in [20.0, 40, 80] {
      let scene = try visitor.ask(SessionsInterface.Push(scene: .exactly(percent))).scene
      _ = try visitor.ask(SessionsInterface.OnAppear(scene: scene))
    }
    #expect(desk.level() == 80)

    _ = try visitor.ask(SessionsInterface.OnDisappear(scene: 3))
    #expect(desk.level() == 40)

    _ = try visitor.ask(SessionsInterface.PopFrom(scene: 2))
    #expect(desk.level() == 20)
    #expect(throws: ControlError.sessions(.noSuchScene(3))) { try visitor.ask(SessionsInterface.OnAppear(scene: 3)) }
  }

  @Test func `a scene that appears again below another one counts no more than before`() throws {
    let desk = try Desk(serving: Configuration())
    let visitor = try desk.connect()
    for percent in [80.0, 30] {
      let scene = try visitor.ask(SessionsInterface.Push(scene: .exactly(percent))).scene
      _ = try visitor.ask(SessionsInterface.OnAppear(scene: scene))
    }

    _ = try visitor.ask(SessionsInterface.OnDisappear(scene: 1))
    _ = try visitor.ask(SessionsInterface.OnAppear(scene: 1))

    #expect(desk.level() == 30)
  }

  @Test func `the end of a connection is the end of its scenes, and of no others`() throws {
    let desk = try Desk(serving: Configuration())
    let film = try desk.connect()
    let ticket = try desk.connect()
    _ = film.follow(SessionsInterface.Hold(scene: .exactly(30)))
    _ = ticket.follow(SessionsInterface.Hold(scene: .exactly(100)))
    #expect(desk.level() == 100)

    ticket.leave()
    #expect(desk.level() == 30)

    film.leave()
    #expect(desk.level() == 60)
    #expect(desk.debts == [])
    #expect(desk.sessionCount == 0)
  }

  @Test func `what breaks the protocol ends its session like everything else`() throws {
    var configuration = Configuration()
    configuration.limits.wire.messageBytes = 4096
    let desk = try Desk(serving: configuration)
    let visitor = try desk.connect()
    let scene = try visitor.ask(SessionsInterface.Push(scene: .exactly(80))).scene
    _ = try visitor.ask(SessionsInterface.OnAppear(scene: scene))

    _ = try visitor.refusal(of: "Sessions.Push", #"{"scene":"\#(String(repeating: "x", count: 5000))"}"#)

    #expect(desk.level() == 60)
    #expect(desk.sessionCount == 0)
  }

  @Test func `scenes that are not there are refused by number`() throws {
    let visitor = try Desk(serving: Configuration()).connect()
    let refusal = ControlError.sessions(.noSuchScene(7))

    #expect(throws: refusal) { try visitor.ask(SessionsInterface.OnAppear(scene: 7)) }
    #expect(throws: refusal) { try visitor.ask(SessionsInterface.OnDisappear(scene: 7)) }
    #expect(throws: refusal) { try visitor.ask(SessionsInterface.PopFrom(scene: 7)) }
  }

  @Test func `a claim that cannot be is refused by the field`() throws {
    let desk = try Desk(serving: Configuration())
    let visitor = try desk.connect()
    var brief = SessionsInterface.SceneRequest.exactly(80)
    brief.expires = .zero

    #expect(visitor.fieldRefused(in: .exactly(101)) == "percent")
    #expect(visitor.fieldRefused(in: .exactly(80, of: "nowhere")) == "light")
    #expect(visitor.fieldRefused(in: brief) == "expiresMilliseconds")
    #expect(desk.level() == 60)
  }

  @Test func `more than the limits allow is refused with the limit, and nothing is lost`() throws {
    let desk = try Desk(serving: Configuration())
    let visitor = try desk.connect()
    let claim = SessionsInterface.Claim(rule: .atMost, percent: 30)
    for _ in 0..<16 { _ = try visitor.ask(SessionsInterface.Push(scene: .exactly(80))) }

    #expect(throws: ControlError.sessions(.tooMany("scenes", limit: 16))) {
      try visitor.ask(SessionsInterface.Push(scene: .exactly(80)))
    }
    #expect(throws: ControlError.sessions(.tooMany("claims", limit: 32))) {
      try visitor.ask(SessionsInterface.Push(scene: .init(claims: Array(repeating: claim, count: 33))))
    }
    #expect(throws: ControlError.sessions(.tooMany("name", limit: 1024))) {
      try visitor.ask(SessionsInterface.Push(scene: .init(name: String(repeating: "x", count: 1025), claims: [])))
    }
    _ = try visitor.ask(SessionsInterface.OnAppear(scene: 16))
    #expect(desk.level() == 80)
  }

  @Test func `a scene whose base cannot be recorded is refused, and nothing is written`() throws {
    let desk = try Desk(serving: Configuration())
    let visitor = try desk.connect()
    let scene = try visitor.ask(SessionsInterface.Push(scene: .exactly(80))).scene
    try desk.blockState()

    #expect {
      try visitor.ask(SessionsInterface.OnAppear(scene: scene))
    } throws: { error in
      guard case ControlError.sessions(.invalidClaim(field: "claims", _)) = error else { return false }
      return true
    }
    #expect(desk.level() == 60)
  }
}

extension Visitor {
  fileprivate func fieldRefused(in scene: SessionsInterface.SceneRequest) -> String? {
    do {
      _ = try ask(SessionsInterface.Push(scene: scene))
    } catch ControlError.sessions(.invalidClaim(let field, _)) {
      return field
    } catch {}
    return nil
  }
}

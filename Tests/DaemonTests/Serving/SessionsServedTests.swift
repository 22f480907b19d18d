import ControlAPI
import Glibc
import Hardware
import HardwareTesting
import Testing
import Varlink

@testable import Daemon

@Suite struct SessionsServedTests {
  @Test func `a scene is pushed, appears, disappears and is popped`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let client = try daemon.connect()

    let scene = try client.ask(SessionsInterface.Push(scene: .exactly(80))).scene
    #expect(daemon.level() == 60)

    _ = try client.ask(SessionsInterface.OnAppear(scene: scene))
    #expect(daemon.level() == 80)

    _ = try client.ask(SessionsInterface.OnDisappear(scene: scene))
    #expect(daemon.level() == 60)

    _ = try client.ask(SessionsInterface.OnAppear(scene: scene))
    _ = try client.ask(SessionsInterface.PopFrom(scene: scene))
    #expect(daemon.level() == 60)
    #expect(daemon.restores == [])
  }

  @Test func `appearing is answered when it is written, and on record before`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let client = try daemon.connect()
    let scene = try client.ask(SessionsInterface.Push(scene: .exactly(80))).scene

    let replies = client.begin(SessionsInterface.OnAppear(scene: scene), wantsMore: false)
    for _ in 0..<4 { daemon.takeTurn() }
    #expect(replies.take().isEmpty)
    daemon.runUntilIdle()

    #expect(replies.takeSuccessful().count == 1)
    #expect(daemon.level() == 80)
    #expect(daemon.restores.map(\.raw) == [60])
  }

  @Test func `only the topmost appeared scene of a session applies`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let client = try daemon.connect()
    for percent in [20.0, 40, 80] {
      let scene = try client.ask(SessionsInterface.Push(scene: .exactly(percent))).scene
      _ = try client.ask(SessionsInterface.OnAppear(scene: scene))
    }
    #expect(daemon.level() == 80)

    _ = try client.ask(SessionsInterface.OnDisappear(scene: 3))
    #expect(daemon.level() == 40)

    _ = try client.ask(SessionsInterface.PopFrom(scene: 2))
    #expect(daemon.level() == 20)
    #expect(throws: ControlError.sessions(.noSuchScene(scene: 3))) {
      try client.ask(SessionsInterface.OnAppear(scene: 3))
    }
  }

  @Test func `a scene that appears again below another one stays covered`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let client = try daemon.connect()
    for percent in [80.0, 30] {
      let scene = try client.ask(SessionsInterface.Push(scene: .exactly(percent))).scene
      _ = try client.ask(SessionsInterface.OnAppear(scene: scene))
    }

    _ = try client.ask(SessionsInterface.OnDisappear(scene: 1))
    _ = try client.ask(SessionsInterface.OnAppear(scene: 1))

    #expect(daemon.level() == 30)
  }

  @Test func `the end of a connection ends its scenes, and no others`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let film = try daemon.connect()
    let ticket = try daemon.connect()
    _ = film.follow(SessionsInterface.Hold(scene: .exactly(30)))
    _ = ticket.follow(SessionsInterface.Hold(scene: .exactly(100)))
    #expect(daemon.level() == 100)

    ticket.leave()
    #expect(daemon.level() == 30)

    film.leave()
    #expect(daemon.level() == 60)
    #expect(daemon.restores == [])
    #expect(daemon.sessionCount == 0)
  }

  @Test func `a protocol error ends its session`() throws {
    var configuration = Configuration()
    configuration.limits.wire.messageBytes = 4096
    let daemon = try TestDaemon(serving: configuration)
    let client = try daemon.connect()
    let scene = try client.ask(SessionsInterface.Push(scene: .exactly(80))).scene
    _ = try client.ask(SessionsInterface.OnAppear(scene: scene))

    _ = try client.refusal(of: "Sessions.Push", #"{"scene":"\#(String(repeating: "x", count: 5000))"}"#)

    #expect(daemon.level() == 60)
    #expect(daemon.sessionCount == 0)
  }

  @Test func `unknown scenes are refused with their number`() throws {
    let client = try TestDaemon(serving: Configuration()).connect()
    let refusal = ControlError.sessions(.noSuchScene(scene: 7))

    #expect(throws: refusal) { try client.ask(SessionsInterface.OnAppear(scene: 7)) }
    #expect(throws: refusal) { try client.ask(SessionsInterface.OnDisappear(scene: 7)) }
    #expect(throws: refusal) { try client.ask(SessionsInterface.PopFrom(scene: 7)) }
  }

  @Test func `an invalid claim is refused with its field`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let client = try daemon.connect()
    var brief = SessionsInterface.SceneRequest.exactly(80)
    brief.expires = .zero

    #expect(client.fieldRefused(in: .init(claims: [])) == "claims")
    #expect(client.fieldRefused(in: .exactly(101)) == "percent")
    #expect(client.fieldRefused(in: .exactly(80, of: "nowhere")) == "light")
    #expect(client.fieldRefused(in: brief) == "expiresMilliseconds")
    #expect(daemon.level() == 60)
  }

  @Test func `a call beyond a limit is refused with the limit, and nothing is lost`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let client = try daemon.connect()
    let claim = SessionsInterface.Claim(rule: .atMost, percent: 30)
    for _ in 0..<16 { _ = try client.ask(SessionsInterface.Push(scene: .exactly(80))) }

    #expect(throws: ControlError.sessions(.tooMany(what: "scenes", limit: 16))) {
      try client.ask(SessionsInterface.Push(scene: .exactly(80)))
    }
    #expect(throws: ControlError.sessions(.tooMany(what: "claims", limit: 32))) {
      try client.ask(SessionsInterface.Push(scene: .init(claims: Array(repeating: claim, count: 33))))
    }
    #expect(throws: ControlError.sessions(.tooMany(what: "name", limit: 1024))) {
      try client.ask(SessionsInterface.Push(scene: .init(name: String(repeating: "x", count: 1025), claims: [])))
    }
    _ = try client.ask(SessionsInterface.OnAppear(scene: 16))
    #expect(daemon.level() == 80)
  }

  @Test func `a scene whose base cannot be recorded is refused, and nothing is written`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let client = try daemon.connect()
    let scene = try client.ask(SessionsInterface.Push(scene: .exactly(80))).scene
    try daemon.blockState()

    #expect {
      try client.ask(SessionsInterface.OnAppear(scene: scene))
    } throws: { error in
      guard case ControlError.sessions(.invalidClaim(field: "claims", _)) = error else { return false }
      return true
    }
    #expect(daemon.level() == 60)
  }

  @Test func `a claim on an unknown light is refused with the reason`() throws {
    let client = try TestDaemon(serving: Configuration()).connect()

    let refusal = ControlError.sessions(.invalidClaim(field: "light", reason: "'x' is none of backlight/panel"))
    #expect(throws: refusal) { try client.ask(SessionsInterface.Push(scene: .exactly(80, of: "x"))) }
  }
}

extension TestClient {
  fileprivate func fieldRefused(in scene: SessionsInterface.SceneRequest) -> String? {
    do {
      _ = try ask(SessionsInterface.Push(scene: scene))
    } catch ControlError.sessions(.invalidClaim(let field, _)) {
      return field
    } catch {}
    return nil
  }
}

import BrightnessControl
import BrightnessModel
import BrightnessVarlink
import Hardware
import Testing

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

  @Test func `a scene ends at its timeout, and its holder is notified`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let client = try daemon.connect()
    let replies = client.follow(SessionsInterface.Hold(scene: .brief))

    daemon.wait(.milliseconds(59_999))
    #expect(replies.takeSuccessful().map(\.event) == [.holding])
    #expect(daemon.level() == 80)

    daemon.wait(.milliseconds(1))
    #expect(replies.takeSuccessful().map(\.event) == [.expired])
    #expect(daemon.level() == 60)
    #expect(daemon.restores == [])
    #expect(try client.ask(SessionsInterface.List()).sessions.map(\.scenes.count) == [0])
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

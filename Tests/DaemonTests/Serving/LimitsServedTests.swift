import ControlAPI
import HardwareTesting
import Testing
import Varlink

@testable import Daemon

@Suite struct LimitsServedTests {
  @Test func `a session has at most the configured number of scenes`() throws {
    let client = try TestDaemon(serving: read("[Limits]\nScenesPerSession=2").configuration).connect()
    for _ in 1...2 { _ = try client.ask(SessionsInterface.Push(scene: .exactly(80))) }

    #expect(throws: ControlError.sessions(.tooMany(what: "scenes", limit: 2))) {
      try client.ask(SessionsInterface.Push(scene: .exactly(80)))
    }
    #expect(try client.ask(SessionsInterface.List()).sessions[0].scenes.count == 2)
  }

  @Test func `a scene has at most the configured number of claims`() throws {
    let daemon = try TestDaemon(serving: read("[Limits]\nClaimsPerScene=1").configuration)
    let client = try daemon.connect()
    var scene = SessionsInterface.SceneRequest.exactly(80)
    _ = try client.ask(SessionsInterface.Push(scene: scene))
    scene.claims += scene.claims

    #expect(throws: ControlError.sessions(.tooMany(what: "claims", limit: 1))) {
      try client.follow(SessionsInterface.Hold(scene: scene)).take().first?.get()
    }
    #expect(daemon.level() == 60)
  }

  @Test func `the scenes of a user have at most the configured bytes, over all connections`() throws {
    let daemon = try TestDaemon(serving: read("[Limits]\nSceneBytesPerUser=4K").configuration)
    var scene = SessionsInterface.SceneRequest.exactly(80)
    scene.reason = String(repeating: "x", count: 1000)
    for _ in 1...3 { _ = try daemon.connect().ask(SessionsInterface.Push(scene: scene)) }
    let client = try daemon.connect()

    #expect(throws: ControlError.sessions(.tooMany(what: "sceneBytes", limit: 4096))) {
      try client.ask(SessionsInterface.Push(scene: scene))
    }
    _ = try client.ask(SessionsInterface.Push(scene: .exactly(80)))
  }

  @Test(arguments: [Duration.milliseconds(3_600_001), .milliseconds(Int64.max)])
  func `a fade of more than an hour is refused, and moves nothing`(fade: Duration) throws {
    let daemon = try TestDaemon(serving: Configuration())
    let client = try daemon.connect()

    let reason = "expected at most an hour, found \(fade)"
    #expect(throws: ControlError.service(.invalidParameter("fadeMilliseconds", reason: reason))) {
      try client.ask(LightsInterface.Set(level: .percent(80), fade: fade))
    }
    var scene = SessionsInterface.SceneRequest.exactly(80)
    scene.fade = fade
    #expect(throws: ControlError.self) { try client.ask(SessionsInterface.Push(scene: scene)) }
    #expect(daemon.level() == 60)
  }

  @Test(arguments: ["name", "reason", "light"])
  func `a text has at most the configured length`(field: String) throws {
    let client = try TestDaemon(serving: read("[Limits]\nStringBytes=16").configuration).connect()
    func scene(_ bytes: Int) -> SessionsInterface.SceneRequest {
      let text = "backlight/" + String(repeating: "x", count: bytes - 10)
      var scene = SessionsInterface.SceneRequest.exactly(80, of: field == "light" ? text : nil)
      if field == "name" { scene.name = text }
      if field == "reason" { scene.reason = text }
      return scene
    }

    _ = try client.ask(SessionsInterface.Push(scene: scene(16)))

    #expect(throws: ControlError.sessions(.tooMany(what: field, limit: 16))) {
      try client.ask(SessionsInterface.Push(scene: scene(17)))
    }
  }

  @Test func `reloaded limits apply to open sessions, which keep their scenes`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let client = try daemon.connect()
    var scene = SessionsInterface.SceneRequest.exactly(80)
    (scene.name, scene.claims) = ("a film of some length", scene.claims + scene.claims)
    _ = client.follow(SessionsInterface.Hold(scene: scene))
    let other = try daemon.connect()
    _ = try other.ask(SessionsInterface.Push(scene: scene))

    daemon.reload("[Limits]\nScenesPerSession=1\nClaimsPerScene=1\nStringBytes=16")

    #expect(daemon.level() == 80)
    #expect(try other.ask(SessionsInterface.List()).sessions.map(\.scenes[0].name) == [scene.name, scene.name])
    #expect(throws: ControlError.sessions(.tooMany(what: "scenes", limit: 1))) {
      try other.ask(SessionsInterface.Push(scene: .exactly(80)))
    }
    #expect(throws: ControlError.sessions(.tooMany(what: "name", limit: 16))) {
      try daemon.connect().ask(SessionsInterface.Push(scene: scene))
    }
  }
}

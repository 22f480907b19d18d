import BrightnessControl
import BrightnessVarlink
import Guarantees
import Testing

@testable import Daemon

@Suite(.tags(.limits)) struct LimitsServedTests {
  @Test func `a scene has at most 32 claims, and a text at most 1024 bytes`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let client = try daemon.connect()
    let claim = SessionsInterface.Claim(rule: .exactly, percent: 80)
    let large = SessionsInterface.SceneRequest(claims: Array(repeating: claim, count: 33))
    let talkative = SessionsInterface.SceneRequest(name: String(repeating: "x", count: 1025), claims: [claim])

    #expect(throws: ControlError.sessions(.tooMany(what: "claims", limit: 32))) {
      try client.follow(SessionsInterface.Hold(scene: large)).take().first?.get()
    }
    #expect(throws: ControlError.sessions(.tooMany(what: "name", limit: 1024))) {
      try client.ask(SessionsInterface.Push(scene: talkative))
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

  @Test func `reloaded limits apply to open sessions, which keep their scenes`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let client = try daemon.connect()
    var scene = SessionsInterface.SceneRequest.exactly(80)
    scene.reason = String(repeating: "x", count: 1024)
    for _ in 1...4 { _ = try client.ask(SessionsInterface.Push(scene: scene)) }

    daemon.reload("[Limits]\nScenesPerSession=1\nSceneBytesPerUser=4K")

    #expect(try client.ask(SessionsInterface.List()).sessions.map(\.scenes.count) == [4])
    #expect(throws: ControlError.sessions(.tooMany(what: "scenes", limit: 1))) {
      try client.ask(SessionsInterface.Push(scene: .exactly(80)))
    }
    #expect(throws: ControlError.sessions(.tooMany(what: "sceneBytes", limit: 4096))) {
      try daemon.connect().ask(SessionsInterface.Push(scene: scene))
    }
  }
}

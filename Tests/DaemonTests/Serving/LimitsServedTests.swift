import ControlAPI
import HardwareTesting
import Testing
import Varlink

@testable import Daemon

@Suite struct LimitsServedTests {
  @Test func `a session has as many scenes as the configuration says`() throws {
    let visitor = try Desk(serving: read("[Limits]\nScenesPerSession=2").configuration).connect()
    for _ in 1...2 { _ = try visitor.ask(SessionsInterface.Push(scene: .exactly(80))) }

    #expect(throws: ControlError.sessions(.tooMany("scenes", limit: 2))) {
      try visitor.ask(SessionsInterface.Push(scene: .exactly(80)))
    }
    #expect(try visitor.ask(SessionsInterface.List()).sessions[0].scenes.count == 2)
  }

  @Test func `a scene has as many claims as the configuration says`() throws {
    let desk = try Desk(serving: read("[Limits]\nClaimsPerScene=1").configuration)
    let visitor = try desk.connect()
    var scene = SessionsInterface.SceneRequest.exactly(80)
    _ = try visitor.ask(SessionsInterface.Push(scene: scene))
    scene.claims += scene.claims

    #expect(throws: ControlError.sessions(.tooMany("claims", limit: 1))) {
      try visitor.follow(SessionsInterface.Hold(scene: scene)).take().first?.get()
    }
    #expect(desk.level() == 60)
  }

  @Test(arguments: ["name", "reason", "light"])
  func `a text is as long as the configuration says`(field: String) throws {
    let visitor = try Desk(serving: read("[Limits]\nStringBytes=16").configuration).connect()
    func scene(_ bytes: Int) -> SessionsInterface.SceneRequest {
      let text = "backlight/" + String(repeating: "x", count: bytes - 10)
      var scene = SessionsInterface.SceneRequest.exactly(80, of: field == "light" ? text : nil)
      if field == "name" { scene.name = text }
      if field == "reason" { scene.reason = text }
      return scene
    }

    _ = try visitor.ask(SessionsInterface.Push(scene: scene(16)))

    #expect(throws: ControlError.sessions(.tooMany(field, limit: 16))) {
      try visitor.ask(SessionsInterface.Push(scene: scene(17)))
    }
  }

  @Test func `limits that are read again count for those who are there, who keep what they have`() throws {
    let desk = try Desk(serving: Configuration())
    let visitor = try desk.connect()
    var scene = SessionsInterface.SceneRequest.exactly(80)
    (scene.name, scene.claims) = ("a film of some length", scene.claims + scene.claims)
    _ = visitor.follow(SessionsInterface.Hold(scene: scene))
    let other = try desk.connect()
    _ = try other.ask(SessionsInterface.Push(scene: scene))

    desk.reload("[Limits]\nScenesPerSession=1\nClaimsPerScene=1\nStringBytes=16")

    #expect(desk.level() == 80)
    #expect(try other.ask(SessionsInterface.List()).sessions.map(\.scenes[0].name) == [scene.name, scene.name])
    #expect(throws: ControlError.sessions(.tooMany("scenes", limit: 1))) {
      try other.ask(SessionsInterface.Push(scene: .exactly(80)))
    }
    #expect(throws: ControlError.sessions(.tooMany("name", limit: 16))) {
      try desk.connect().ask(SessionsInterface.Push(scene: scene))
    }
  }
}

import ComposableTesting
import ControlAPI
import Model
import Testing

@testable import Daemon

@Suite struct ExpiryServedTests {
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

  @Test func `a scene's timeout restarts with each appearance`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let client = try daemon.connect()
    let scene = try client.ask(SessionsInterface.Push(scene: .brief)).scene
    daemon.wait(.seconds(3600))
    _ = try client.ask(SessionsInterface.OnAppear(scene: scene))
    daemon.wait(.seconds(40))
    _ = try client.ask(SessionsInterface.OnDisappear(scene: scene))

    _ = try client.ask(SessionsInterface.OnAppear(scene: scene))
    daemon.wait(.seconds(59))
    #expect(daemon.level() == 80)

    daemon.wait(.seconds(1))
    #expect(daemon.level() == 60)
    #expect(throws: ControlError.sessions(.noSuchScene(scene: scene))) {
      try client.ask(SessionsInterface.OnAppear(scene: scene))
    }
  }

  @Test func `a scene that expires ends the scenes above it`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let client = try daemon.connect()
    for request in [SessionsInterface.SceneRequest.brief, .exactly(30)] {
      _ = try client.ask(SessionsInterface.OnAppear(scene: client.ask(SessionsInterface.Push(scene: request)).scene))
    }
    #expect(daemon.level() == 30)

    daemon.wait(.seconds(60))

    #expect(daemon.level() == 60)
    #expect(try client.ask(SessionsInterface.List()).sessions.map(\.scenes.count) == [0])
  }

  @Test func `a session that ends leaves no timer`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let client = try daemon.connect()
    _ = client.follow(SessionsInterface.Hold(scene: .brief))
    #expect(daemon.clock.sleepers == 1)

    client.leave()

    #expect(daemon.clock.sleepers == 0)
  }
}

extension TestDaemon {
  func wait(_ duration: Duration) {
    clock.advance(by: duration)
    runUntilIdle()
  }
}

extension SessionsInterface.SceneRequest {
  /// A scene with a timeout of a minute.
  static let brief = Self(claims: [.init(rule: .exactly, percent: 80)], expires: .seconds(60))
}

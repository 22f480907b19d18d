import ComposableTesting
import ControlAPI
import Testing

@testable import Daemon

@Suite struct ExpiryServedTests {
  @Test func `a scene goes when its time is up, and whoever holds it is told`() throws {
    let desk = try Desk(serving: Configuration())
    let visitor = try desk.connect()
    let replies = visitor.follow(SessionsInterface.Hold(scene: .brief))

    desk.wait(.milliseconds(59_999))
    #expect(replies.takeGood().map(\.event) == [.holding])
    #expect(desk.level() == 80)

    desk.wait(.milliseconds(1))
    #expect(replies.takeGood().map(\.event) == [.expired])
    #expect(desk.level() == 60)
    #expect(desk.debts == [])
    #expect(try visitor.ask(SessionsInterface.List()).sessions.map(\.scenes.count) == [0])
  }

  @Test func `a scene's time begins anew with each appearance`() throws {
    let desk = try Desk(serving: Configuration())
    let visitor = try desk.connect()
    let scene = try visitor.ask(SessionsInterface.Push(scene: .brief)).scene
    desk.wait(.seconds(3600))
    _ = try visitor.ask(SessionsInterface.OnAppear(scene: scene))
    desk.wait(.seconds(40))
    _ = try visitor.ask(SessionsInterface.OnDisappear(scene: scene))

    _ = try visitor.ask(SessionsInterface.OnAppear(scene: scene))
    desk.wait(.seconds(59))
    #expect(desk.level() == 80)

    desk.wait(.seconds(1))
    #expect(desk.level() == 60)
    #expect(throws: ControlError.sessions(.noSuchScene(scene))) {
      try visitor.ask(SessionsInterface.OnAppear(scene: scene))
    }
  }

  @Test func `a scene whose time is up takes those above it along`() throws {
    let desk = try Desk(serving: Configuration())
    let visitor = try desk.connect()
    for request in [SessionsInterface.SceneRequest.brief, .exactly(30)] {
      _ = try visitor.ask(SessionsInterface.OnAppear(scene: visitor.ask(SessionsInterface.Push(scene: request)).scene))
    }
    #expect(desk.level() == 30)

    desk.wait(.seconds(60))

    #expect(desk.level() == 60)
    #expect(try visitor.ask(SessionsInterface.List()).sessions.map(\.scenes.count) == [0])
  }

  @Test func `a session that ends leaves no time running`() throws {
    let desk = try Desk(serving: Configuration())
    let visitor = try desk.connect()
    _ = visitor.follow(SessionsInterface.Hold(scene: .brief))
    #expect(desk.clock.sleepers == 1)

    visitor.leave()

    #expect(desk.clock.sleepers == 0)
  }
}

extension Desk {
  fileprivate func wait(_ duration: Duration) {
    clock.advance(by: duration)
    goOn()
  }
}

extension SessionsInterface.SceneRequest {
  /// For a minute.
  fileprivate static let brief = Self(claims: [.init(rule: .exactly, percent: 80)], expires: .seconds(60))
}

import Composable
import ComposableTesting
import Model
import Testing

@testable import Brightness

@Suite struct OneEndTests {
  private let desk = CoreDesk(panel: 60)

  init() throws {
    desk.open(1, with: try request(), try request(.at(20), expires: .seconds(60)), try request())
    desk.open(2, with: try request(.most(50)))
    desk.settled(desk.appear(owner(1, 1)))
    desk.settled(desk.appear(owner(1, 2)))
    desk.settled(desk.appear(owner(2)))
    _ = desk.takeHolds()
  }

  @Test(arguments: [.closed, .exited, .protocolError, .quotaExceeded] as [SessionEnd])
  func `a session ends once, for whatever reason`(end: SessionEnd) {
    let outcome = desk.end(1, end)

    #expect(desk.holds == ["release 1.1", "release 1.2"])
    #expect(desk.state.sessions.ids == [SessionID(2)])
    #expect(desk.clock.sleepers == 0)
    #expect(outcome.orders == [panel: 50])
  }

  @Test func `a session that is cancelled by another ends once`() {
    desk.open(3, 0)

    let outcome = desk.call(3, .cancel(SessionID(1)))
    desk.end(1)

    #expect(desk.holds == ["release 1.1", "release 1.2"])
    #expect(outcome.orders == [panel: 50])
  }

  @Test func `a session that ends twice in one turn ends once`() {
    desk.send(
      .ended([
        EndedSession(id: SessionID(1), end: .exited), EndedSession(id: SessionID(1), end: .closed),
      ])
    )

    #expect(desk.holds == ["release 1.1", "release 1.2"])
  }

  @Test func `of sessions that end together each ends once`() {
    let ends: [(Int, SessionEnd)] = [(1, .exited), (2, .closed), (1, .closed), (3, .closed)]
    let outcome = desk.send(.ended(ends.map { EndedSession(id: SessionID($0), end: $1) }))

    #expect(desk.holds == ["release 1.1", "release 1.2", "release 2.1"])
    #expect(desk.state.sessions.isEmpty)
    #expect(outcome.requests.map(\.request.goal) == [60])
  }

  @Test func `a reset ends the sessions of one user`() throws {
    desk.open(3, 1001, with: try request(.most(90)))
    desk.appear(owner(3))
    _ = desk.takeHolds()

    desk.call(3, .reset(.user(1000)))

    #expect(desk.holds == ["release 1.1", "release 1.2", "release 2.1"])
    #expect(desk.state.sessions.ids == [SessionID(3)])
  }

  @Test func `a reset ends all sessions`() throws {
    desk.open(3, 1001, with: try request(.most(90)))
    desk.appear(owner(3))
    _ = desk.takeHolds()

    desk.call(3, .reset(.everyone))

    #expect(desk.holds == ["release 1.1", "release 1.2", "release 2.1", "release 3.1"])
    #expect(desk.state.sessions.isEmpty)
  }

  @Test func `a scene whose time is up ends, and those above it`() {
    desk.wait(.seconds(60))

    #expect(desk.holds == ["release 1.2"])
    #expect(desk.state.sessions.first?.scenes.map(\.owner) == [owner(1, 1)])
  }

  @Test func `popping below a scene is its end`() {
    desk.pop(from: owner(1, 1))

    #expect(desk.holds == ["release 1.1", "release 1.2"])
    #expect(desk.state.sessions.first?.scenes.isEmpty == true)
  }

  @Test func `the store's end releases all claims in the order in which their scenes appeared`() {
    desk.stop()

    #expect(desk.holds == ["release 1.1", "release 1.2", "release 2.1"])
  }

  @Test func `a session that ends right after an appearance releases it`() throws {
    let appeared = try #require(desk.state.sceneAction(.appeared(at: desk.now), of: owner(1, 3)))

    desk.send(appeared, .ended([EndedSession(id: SessionID(1), end: .closed)]))

    #expect(desk.holds == ["hold 1.3", "release 1.1", "release 1.2", "release 1.3"])
    #expect(desk.state.claims.keys.sorted { $0.session.number < $1.session.number } == [owner(2)])
  }

  @Test func `a session that ends right after its scene expired releases nothing twice`() throws {
    let expired = try #require(desk.state.sceneAction(.expired(owner(1, 2)), of: owner(1, 2)))

    desk.send(expired, .ended([EndedSession(id: SessionID(1), end: .closed)]))

    #expect(desk.holds.sorted() == ["release 1.1", "release 1.2"])
  }

  @Test func `a scene that has expired does not appear again`() throws {
    let expired = try #require(desk.state.sceneAction(.expired(owner(1, 2)), of: owner(1, 2)))
    desk.send(expired)

    let outcome = desk.appear(owner(1, 2))

    #expect(outcome.replies(SessionID(1)) == [.failed(.session(.noSuchScene(SceneID(2))))])
    #expect(desk.holds == ["release 1.2"])
    #expect(desk.counting == [owner(1, 1), owner(2)])
  }

  @Test func `ten thousand holds that end together make one request`() throws {
    let desk = CoreDesk(panel: 60)
    let saved = try (1...10_000).map { number in
      let held = try request(.at(Double(number % 50)))
      let scene = Scene.State(owner(number), held, appearance: Scene.Appearance(of: held, since: desk.now))
      let session = Session.State(SessionID(number), peer(), opened: desk.now, pushed: 1, scenes: [scene])
      return SavedSession(session, hold: nil)
    }
    desk.settled(desk.send(.restored(saved, at: desk.now)))
    #expect(desk.state.lights[panel]?.claims.count == 10_000)

    let outcome = desk.send(.ended((1...10_000).map { EndedSession(id: SessionID($0), end: .closed) }))

    #expect(outcome.requests.map(\.request.goal) == [60])
    #expect(outcome.outputs.count == 1)
    #expect(desk.state.claims.isEmpty)
    #expect(desk.state.lights[panel]?.claims == [])
  }
}

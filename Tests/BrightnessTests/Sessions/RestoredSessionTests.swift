import Composable
import ComposableTesting
import Testing

@testable import Brightness

@Suite struct RestoredSessionTests {
  private let lights = AskedLights()

  @Test func `a session that lived on is open, and holds nothing until its scenes are restored`() throws {
    let store = mind(lights)

    store.restore(try session(request()))

    #expect(lights.calls == [])
  }

  @Test func `a scene that lived on holds what it held, and lets go once`() throws {
    let store = mind(lights)
    store.restore(try session(request()))

    try store.appearAgain(since: .seconds(10), at: .seconds(70))
    store.end(7)

    #expect(lights.calls == ["hold 7.1", "release 7.1"])
  }

  @Test func `a scene's time goes on from its appearance`() throws {
    let store = mind(lights)
    store.restore(try session(request(expires: .seconds(60))))
    try store.appearAgain(since: .seconds(10), at: .seconds(40))

    store.clock.advance(by: .seconds(29))
    #expect(lights.calls == ["hold 7.1"])

    store.clock.advance(by: .seconds(1))
    try store.receiveExpiry(of: owner(7))
    #expect(lights.calls == ["hold 7.1", "release 7.1"])
  }

  @Test func `a scene whose time ran out meanwhile expires at once, and its client is told`() throws {
    let desk = MindDesk()
    desk.send(.sessionRestored(try session(request(expires: .seconds(60)))))
    let heard = Heard(SceneWatch(owner(7), told: .holding, hasHeld: true))
    let restored = Scene.Action.restored(try appearance(of: 60), at: Moment(.seconds(3600)))
    let action = try desk.state.action(of: owner(7), restored)

    let observation = desk.executor.perform {
      desk.store?.send(action)
      return desk.store?.observe { heard.listen(to: $0) }
    }
    desk.executor.drain()

    #expect(heard.events == [.expired])
    #expect(desk.state.sessions[id: SessionID(7)]?.scenes.isEmpty == true)
    #expect(desk.lights.calls == ["hold 7.1", "release 7.1"])
    withExtendedLifetime(observation) {}
  }

  @Test func `a scene that yielded counts again when it appears again`() throws {
    let store = mind(lights)
    store.restore(try session(request()))
    try store.appearAgain(since: .zero, at: .zero, yielded: [panel])

    try store.appear(7)

    #expect(lights.calls == ["hold 7.1", "release 7.1", "hold 7.1"])
    store.end(7)
  }

  @Test func `what is there already is not restored again`() throws {
    let store = mind(lights)
    store.restore(try session(request()))
    try store.appearAgain(since: .zero, at: .zero)

    store.send(.sessionRestored(try session()))
    try store.happen(.restored(appearance(), at: Moment(.zero)), to: owner(7))

    #expect(lights.calls == ["hold 7.1"])
    store.end(7)
  }

  @Test func `the next session has a higher number`() throws {
    let store = mind(lights)
    store.restore(try session())

    store.send(.connectionOpened(SessionID(6), peer(), at: Moment(.zero)))

    #expect(store.state.sessions.map(\.id.number) == [7])
    store.end(7)
  }

  @Test func `a scene that is covered stays covered, whichever appeared first`() throws {
    let store = mind(lights)
    store.restore(try session(request(), request(.at(20))))

    try store.appearAgain(2, since: .seconds(1), at: .seconds(9))
    try store.appearAgain(1, since: .seconds(2), at: .seconds(9))

    #expect(lights.counting == [owner(7, 2)])
    store.end(7)
  }

  private func session(_ scenes: SceneRequest...) throws -> Session.State {
    let states = scenes.enumerated().map { Scene.State(owner(7, $0 + 1), $1) }
    return Session.State(restoring: SessionID(7), peer(), opened: Moment(.zero), pushed: scenes.count, states)
  }

  private func appearance(of seconds: Int? = nil) throws -> Scene.Appearance {
    Scene.Appearance(of: try request(expires: seconds.map { .seconds($0) }), since: Moment(.zero))
  }
}

extension MindTestStore {
  fileprivate func restore(_ session: Session.State) {
    send(.sessionRestored(session)) {
      $0.sessions.append(session)
      $0.newest = 7
    }
  }

  fileprivate func appearAgain(
    _ scene: Int = 1,
    since: Duration,
    at now: Duration,
    yielded: Set<LightID> = []
  ) throws {
    let request = try #require(state[owner(7, scene)]?.request)
    let appearance = Scene.Appearance(of: request, since: Moment(since), yielded: yielded)
    try happen(.restored(appearance, at: Moment(now)), to: owner(7, scene)) {
      $0?.appearances += 1
      $0?.appearance = appearance
    }
  }
}

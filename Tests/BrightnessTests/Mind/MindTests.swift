import Composable
import ComposableTesting
import Testing

@testable import Brightness

@Suite struct MindTests {
  private let lights = AskedLights()

  @Test func `a connection is a session`() {
    let store = mind(lights)

    store.send(.connectionOpened(SessionID(7), peer(), at: Moment(.seconds(5)))) {
      $0.sessions = [Session.State(SessionID(7), peer(), opened: Moment(.seconds(5)))]
      $0.newest = 7
    }
  }

  @Test func `a number that was given is not given again`() {
    let store = mind(lights)
    store.open(2)
    store.end(2)

    store.send(.connectionOpened(SessionID(2), peer(), at: Moment(.zero)))
    store.send(.connectionOpened(SessionID(1), peer(), at: Moment(.zero)))
  }

  @Test func `the end of a session that is not there is nothing`() {
    let store = mind(lights)

    store.send(.sessionEnded(SessionID(1), .closed))
  }

  @Test func `a reset ends the sessions of one user`() throws {
    let store = mind(lights)
    store.open(1, 1000, with: try request())
    store.open(2, 1001, with: try request())
    store.open(3, 1000)
    try store.appear(1)
    try store.appear(2)

    store.send(.reset(.user(1000), by: peer(1000))) {
      $0.sessions.remove(id: SessionID(1))
      $0.sessions.remove(id: SessionID(3))
    }

    #expect(lights.calls == ["hold 1.1", "hold 2.1", "release 1.1"])
    store.end(2)
  }

  @Test func `a reset ends everybody's sessions`() throws {
    let store = mind(lights)
    store.open(1, 1000, with: try request())
    store.open(2, 1001, with: try request())
    try store.appear(2)
    try store.appear(1)

    store.send(.reset(.everybody, by: peer(0))) { $0.sessions.removeAll() }

    #expect(lights.calls == ["hold 2.1", "hold 1.1", "release 2.1", "release 1.1"])
  }

  @Test func `a scene is told that the person took over`() throws {
    let store = mind(lights)
    store.open(with: try request())
    try store.appear(1)

    store.send(.sceneYielded(owner(1), on: panel))
    store.receive(try store.state.action(of: owner(1), .yielded(on: panel))) {
      $0[owner(1)]?.appearance?.yielded = [panel]
    }

    store.end(1)
  }

  @Test func `a scene is told that the person ended it`() throws {
    let store = mind(lights)
    store.open(with: try request())
    try store.appear(1)

    store.send(.sceneCancelled(owner(1)))
    store.receive(try store.state.action(of: owner(1), .cancelled)) {
      $0[owner(1)]?.appearance = nil
      $0[owner(1)]?.end = .cancelled
    }
    try store.receiveDismissal(of: owner(1))

    #expect(lights.calls == ["hold 1.1", "release 1.1"])
  }

  @Test(arguments: [owner(1, 2), owner(2, 1)])
  func `what the person did to a scene that is gone is nothing`(gone: ClaimOwner) throws {
    let store = mind(lights)
    store.open(1, with: try request())

    store.send(.sceneYielded(gone, on: panel))
    store.send(.sceneCancelled(gone))
  }

  @Test func `what is told of a light is known`() throws {
    let store = mind(lights)
    let view = try #require(lights.lights[panel])

    store.send(.lights(.changed(panel, view, .hotplug))) {
      $0.lights.lights = [panel: KnownLight(id: panel, view: view, cause: .hotplug, change: 1)]
      $0.lights.changes = 1
    }
  }
}

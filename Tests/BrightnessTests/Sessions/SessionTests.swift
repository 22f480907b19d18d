import Composable
import ComposableTesting
import Testing

@testable import Brightness

@Suite struct SessionTests {
  private let lights = AskedLights()

  @Test func `scenes are counted from one in each session, and no number comes twice`() throws {
    let store = mind(lights)
    store.open(1, with: try request(), try request())
    store.open(2)
    try store.pop(from: owner(1, 2))

    store.push(try request(), on: 1)
    store.push(try request(), on: 2)

    #expect(store.state.sessions[id: SessionID(1)]?.scenes.map(\.owner) == [owner(1, 1), owner(1, 3)])
    #expect(store.state.sessions[id: SessionID(2)]?.scenes.map(\.owner) == [owner(2, 1)])
    #expect(store.state.sessions[id: SessionID(1)]?.nextScene == SceneID(4))
  }

  @Test func `one scene more than a session may have changes nothing`() throws {
    let store = mind(lights)
    store.open()
    for _ in 0..<16 { store.push(try request()) }

    store.send(.session(.element(id: SessionID(1), action: .pushed(try request()))))

    #expect(store.state.sessions[id: SessionID(1)]?.scenes.count == 16)
  }

  @Test func `a scene that appears above covers the one below`() throws {
    let store = try opened(2)
    try store.appear(1, 1)

    try store.appear(1, 2)

    #expect(lights.calls == ["hold 1.1", "hold 1.2", "cover 1.1"])
    #expect(lights.counting == [owner(1, 2)])
    store.end(1)
  }

  @Test func `a scene that appears below another is covered from the start`() throws {
    let store = try opened(2)
    try store.appear(1, 2)

    try store.appear(1, 1)

    #expect(lights.calls == ["hold 1.2", "hold 1.1", "cover 1.1"])
    #expect(lights.counting == [owner(1, 2)])
    store.end(1)
  }

  @Test func `the next one below counts when the topmost disappears`() throws {
    let store = try opened(3)
    for scene in 1...3 { try store.appear(1, scene) }
    _ = lights.takeCalls()

    try store.disappear(1, 3)

    #expect(lights.calls == ["release 1.3", "uncover 1.2"])
    #expect(lights.counting == [owner(1, 2)])
    store.end(1)
  }

  @Test func `the next one below counts when the topmost is popped`() throws {
    let store = try opened(2)
    try store.appear(1, 1)
    try store.appear(1, 2)

    try store.pop(from: owner(1, 2))

    #expect(lights.calls == ["hold 1.1", "hold 1.2", "cover 1.1", "release 1.2", "uncover 1.1"])
    #expect(lights.counting == [owner(1, 1)])
    store.end(1)
  }

  @Test func `a covered scene that disappears leaves the topmost as it is`() throws {
    let store = try opened(2)
    try store.appear(1, 1)
    try store.appear(1, 2)

    try store.disappear(1, 1)

    #expect(lights.calls == ["hold 1.1", "hold 1.2", "cover 1.1", "release 1.1", "uncover 1.1"])
    #expect(lights.counting == [owner(1, 2)])
    store.end(1)
  }

  @Test func `a scene that has not appeared covers nothing`() throws {
    let store = try opened(2)

    try store.appear(1, 1)

    #expect(lights.calls == ["hold 1.1"])
    store.end(1)
  }

  @Test func `popping removes a scene and everything above it, and each lets go once`() throws {
    let store = try opened(3)
    for scene in 1...3 { try store.appear(1, scene) }
    _ = lights.takeCalls()

    try store.pop(from: owner(1, 1))

    #expect(lights.calls.filter { $0.hasPrefix("release") } == ["release 1.1", "release 1.2", "release 1.3"])
    #expect(lights.counting == [])
  }

  @Test func `popping a scene that has not appeared lets go of nothing`() throws {
    let store = try opened(2)
    try store.appear(1, 1)

    try store.pop(from: owner(1, 2))

    #expect(lights.calls == ["hold 1.1"])
    store.end(1)
  }

  @Test func `a covered scene that appears again after a yield is covered again`() throws {
    let store = try opened(2)
    try store.appear(1, 1)
    try store.appear(1, 2)
    try store.happen(.yielded(on: panel), to: owner(1, 1)) { $0?.appearance?.yielded = [panel] }
    _ = lights.takeCalls()

    try store.appear(1, 1)

    #expect(lights.calls == ["release 1.1", "hold 1.1", "uncover 1.1", "cover 1.1"])
    #expect(lights.counting == [owner(1, 2)])
    store.end(1)
  }

  @Test func `scenes of different sessions do not cover each other`() throws {
    let store = try opened(1)
    store.open(2, with: try request(.most(30)))
    try store.appear(1)

    try store.appear(2)

    #expect(lights.calls == ["hold 1.1", "hold 2.1"])
    #expect(lights.counting == [owner(1), owner(2)])
    store.end(1)
    store.end(2)
  }

  @Test func `a session is as old as its connection`() throws {
    let store = mind(lights)

    store.open()

    #expect(store.state.sessions[id: SessionID(1)]?.age(at: Moment(.seconds(7))) == .seconds(7))
  }

  private func opened(_ scenes: Int) throws -> MindTestStore {
    let store = mind(lights)
    store.open()
    for _ in 0..<scenes { store.push(try request()) }
    return store
  }
}

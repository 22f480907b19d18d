import Composable
import ComposableTesting
import Testing

@testable import Brightness

@Suite struct SceneExpiryTests {
  private let lights = AskedLights()

  @Test func `a scene lets go when its time is up, and dismisses itself`() throws {
    let store = try shown(for: .seconds(60))

    store.clock.advance(by: .seconds(59))
    #expect(lights.calls == ["hold 1.1"])

    store.clock.advance(by: .seconds(1))
    try store.receiveExpiry(of: owner(1))
    #expect(lights.calls == ["hold 1.1", "release 1.1"])
  }

  @Test func `the time runs from the appearance`() throws {
    let store = mind(lights)
    store.open(with: try request(expires: .seconds(60)))

    store.clock.advance(by: .seconds(3600))
    try store.appear(1, at: .seconds(3600))

    #expect(store.state[owner(1)]?.remaining(at: Moment(.seconds(3610))) == .seconds(50))
    store.end(1)
  }

  @Test func `a scene that has not appeared has no time that remains`() throws {
    let store = mind(lights)

    store.open(with: try request(expires: .seconds(60)))

    #expect(store.state[owner(1)]?.remaining(at: Moment(.zero)) == nil)
  }

  @Test func `no less than no time remains`() throws {
    let store = try shown(for: .seconds(60))

    #expect(store.state[owner(1)]?.remaining(at: Moment(.seconds(61))) == .zero)
    store.end(1)
  }

  @Test func `a scene that has disappeared does not expire`() throws {
    let store = try shown(for: .seconds(60))

    try store.disappear(1)

    #expect(store.clock.sleepers == 0)
  }

  @Test func `a scene that appears again has its whole time again`() throws {
    let store = try shown(for: .seconds(60))
    store.clock.advance(by: .seconds(50))
    try store.disappear(1)

    try store.appear(1, at: .seconds(50))
    store.clock.advance(by: .seconds(59))
    #expect(lights.calls == ["hold 1.1", "release 1.1", "hold 1.1"])

    store.clock.advance(by: .seconds(1))
    try store.receiveExpiry(of: owner(1))
    #expect(lights.calls == ["hold 1.1", "release 1.1", "hold 1.1", "release 1.1"])
  }

  @Test func `a scene expires while it is covered, and everything above goes with it`() throws {
    let store = try shown(for: .seconds(60))
    store.push(try request(.at(20)))
    try store.appear(1, 2)

    store.clock.advance(by: .seconds(60))
    try store.receiveExpiry(of: owner(1))

    #expect(
      lights.calls == ["hold 1.1", "hold 1.2", "cover 1.1", "release 1.1", "uncover 1.1", "release 1.2"]
    )
    #expect(lights.lights[panel]?.target.raw == 60)
  }

  @Test func `a scene above expires, and the one below counts again`() throws {
    let store = mind(lights)
    store.open(with: try request(), try request(.at(20), expires: .seconds(60)))
    try store.appear(1, 1)
    try store.appear(1, 2)

    store.clock.advance(by: .seconds(60))
    try store.receiveExpiry(of: owner(1, 2))

    #expect(lights.calls == ["hold 1.1", "hold 1.2", "cover 1.1", "release 1.2", "uncover 1.1"])
    store.end(1)
  }

  @Test func `nobody waits for a scene whose session ended`() throws {
    let store = try shown(for: .seconds(60))

    store.end(1)

    #expect(store.clock.sleepers == 0)
    #expect(lights.calls == ["hold 1.1", "release 1.1"])
  }

  private func shown(for time: Duration) throws -> MindTestStore {
    let store = mind(lights)
    store.open(with: try request(expires: time))
    try store.appear(1)
    return store
  }
}

import Composable
import ComposableTesting
import Testing

@testable import Brightness

@Suite struct SceneTests {
  private let lights = AskedLights()

  @Test func `a scene that was pushed holds nothing`() throws {
    let store = mind(lights)

    store.open(with: try request())

    #expect(lights.calls == [])
  }

  @Test func `a scene that appears holds what it asked for`() throws {
    let store = mind(lights)
    let claims = [Claim(.most(30)), Claim(.at(0), of: .kind(.keyboard))]
    let scene = try SceneRequest(claims: claims, priority: .high, onChange: .rebase, fade: .milliseconds(200))
    store.open(with: scene)

    try store.appear(1)

    #expect(lights.claims == [ClaimedScene(owner(1), claims, priority: .high, onChange: .rebase)])
    #expect(lights.fades == [.milliseconds(200)])
    store.end(1)
  }

  @Test func `appearing twice is the same as once`() throws {
    let store = try shown(request(expires: .seconds(60)))

    try store.happen(.appeared(at: Moment(.seconds(30))), to: owner(1))

    #expect(lights.calls == ["hold 1.1"])
    store.end(1)
  }

  @Test func `a scene that disappears lets go once`() throws {
    let store = try shown(request())

    try store.disappear(1)

    #expect(lights.calls == ["hold 1.1", "release 1.1"])
  }

  @Test func `disappearing when it has not appeared is no error`() throws {
    let store = mind(lights)
    store.open(with: try request())

    try store.happen(.disappeared, to: owner(1))

    #expect(lights.calls == [])
  }

  @Test func `a scene that appears again after it disappeared holds again`() throws {
    let store = try shown(request())
    try store.disappear(1)

    try store.appear(1)

    #expect(lights.calls == ["hold 1.1", "release 1.1", "hold 1.1"])
    store.end(1)
  }

  @Test func `a scene that yielded is still there`() throws {
    let store = try shown(request())

    try store.happen(.yielded(on: panel), to: owner(1)) { $0?.appearance?.yielded = [panel] }

    #expect(lights.calls == ["hold 1.1"])
    store.end(1)
  }

  @Test func `a scene that yielded counts again when it appears again`() throws {
    let store = try shown(request())
    try store.happen(.yielded(on: panel), to: owner(1)) { $0?.appearance?.yielded = [panel] }

    try store.appear(1)

    #expect(lights.calls == ["hold 1.1", "release 1.1", "hold 1.1"])
    store.end(1)
  }

  @Test func `a scene that has not appeared yields nothing`() throws {
    let store = mind(lights)
    store.open(with: try request())

    try store.happen(.yielded(on: panel), to: owner(1))

    #expect(lights.calls == [])
  }

  @Test func `a scene that is cancelled lets go at once, and dismisses itself`() throws {
    let store = try shown(request())

    try store.happen(.cancelled, to: owner(1)) {
      $0?.end = .cancelled
      $0?.appearance = nil
    }
    try store.receiveDismissal(of: owner(1))

    #expect(lights.calls == ["hold 1.1", "release 1.1"])
  }

  @Test func `a scene that is cancelled before it appears goes too`() throws {
    let store = mind(lights)
    store.open(with: try request())

    try store.happen(.cancelled, to: owner(1)) { $0?.end = .cancelled }
    try store.receiveDismissal(of: owner(1))

    #expect(lights.calls == [])
  }

  private func shown(_ scene: SceneRequest) throws -> MindTestStore {
    let store = mind(lights)
    store.open(with: scene)
    try store.appear(1)
    return store
  }
}

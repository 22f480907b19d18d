import Composable
import ComposableTesting
import Model
import Testing

@testable import Brightness

@Suite struct SceneTests {
  private let recorder = CoreRecorder()

  @Test func `a pushed scene holds nothing`() throws {
    let store = core(recorder)

    store.open(with: try request())

    #expect(recorder.holds == [])
  }

  @Test func `a scene that appears holds all its claims`() throws {
    let harness = CoreHarness(panel: 60)
    harness.connect(keyboard, .keyboard, range: range(3, .keyboard), raw: 2)
    let claims = [Claim(.most(30)), Claim(.at(0), of: .kind(.keyboard))]
    let scene = try SceneRequest(claims: claims, priority: .high, onChange: .rebase, fade: .milliseconds(200))
    harness.open(1, with: scene)

    let outcome = harness.appear(key(1))

    #expect(outcome.newTargets == [panel: 30, keyboard: 0])
    #expect(outcome.requests.map(\.request.fade) == [.milliseconds(200), .milliseconds(200)])
    #expect(harness.state.scenesInForce == [key(1): SceneRank(.high, appearance: 1)])
    #expect(harness.state.lights[panel]?.claims.map(\.place.position) == [0])
    #expect(harness.state.lights[keyboard]?.claims.map(\.place.position) == [1])
  }

  @Test func `appearing twice is the same as once`() throws {
    let store = try shown(request(expires: .seconds(60)))

    try store.sendToScene(.appeared(at: Moment(.seconds(30))), to: key(1))

    #expect(recorder.holds == ["hold 1.1"])
    store.end(1)
  }

  @Test func `a scene that disappears releases its claims once`() throws {
    let store = try shown(request())

    try store.disappear(1)

    #expect(recorder.holds == ["hold 1.1", "release 1.1"])
  }

  @Test func `disappearing without having appeared is no error`() throws {
    let store = core(recorder)
    store.open(with: try request())

    try store.sendToScene(.disappeared, to: key(1))

    #expect(recorder.holds == [])
  }

  @Test func `a scene that appears again after it disappeared holds again`() throws {
    let store = try shown(request())
    try store.disappear(1)

    try store.appear(1)

    #expect(recorder.holds == ["hold 1.1", "release 1.1", "hold 1.1"])
    store.end(1)
  }

  @Test func `a scene that yielded still holds`() throws {
    let harness = try shownHarness(request())

    let outcome = harness.move(to: 40)

    #expect(outcome.yielded == [key(1)])
    #expect(harness.state.scene(key(1))?.appearance?.yielded == [panel])
    #expect(harness.holds == ["hold 1.1"])
  }

  @Test func `a scene that yielded applies again when it appears again`() throws {
    let harness = try shownHarness(request())
    harness.move(to: 40)

    #expect(harness.appear(key(1)).goal() == 100)

    #expect(harness.state.scene(key(1))?.appearance?.yielded == [])
    #expect(harness.holds == ["hold 1.1", "release 1.1", "hold 1.1"])
  }

  @Test func `a scene that has not appeared yields nothing`() throws {
    let harness = CoreHarness(panel: 60)
    harness.open(1, with: try request())

    #expect(harness.move(to: 40).yielded == [])

    #expect(harness.state.scene(key(1))?.appearance == nil)
    #expect(harness.holds == [])
  }

  @Test func `a scene that the user's change cancels is removed, and releases its claims once`() throws {
    let harness = try shownHarness(request(.at(100), .cancel))

    let outcome = harness.move(to: 40)

    #expect(outcome.cancelled == [key(1)])
    #expect(harness.holds == ["hold 1.1", "release 1.1"])
    #expect(harness.state.scenesInForce == [:])
  }

  @Test func `a scene that has not appeared is not cancelled by the user's change`() throws {
    let harness = CoreHarness(panel: 60)
    harness.open(1, with: try request(.at(100), .cancel))

    #expect(harness.move(to: 40).cancelled == [])

    #expect(harness.state.scene(key(1)) != nil)
  }

  private func shown(_ scene: SceneRequest) throws -> CoreTestStore {
    let store = core(recorder)
    store.open(with: scene)
    try store.appear(1)
    return store
  }

  private func shownHarness(_ scene: SceneRequest) throws -> CoreHarness {
    let harness = CoreHarness(panel: 60)
    harness.open(1, with: scene)
    harness.completeWrites(harness.appear(key(1)))
    return harness
  }
}

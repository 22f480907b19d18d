import Composable
import ComposableTesting
import Model
import Testing

@testable import Brightness

@Suite struct SceneExpiryTests {
  private let recorder = CoreRecorder()

  @Test func `an expired scene is removed and releases its claims`() throws {
    let store = try shown(for: .seconds(60))

    store.clock.advance(by: .seconds(59))
    #expect(recorder.holds == ["hold 1.1"])

    store.clock.advance(by: .seconds(1))
    try store.receiveExpiry(of: key(1))
    #expect(recorder.holds == ["hold 1.1", "release 1.1"])
  }

  @Test func `a scene's timeout starts at its appearance`() throws {
    let store = core(recorder)
    store.open(with: try request(expires: .seconds(60)))

    store.clock.advance(by: .seconds(3600))
    try store.appear(1, at: .seconds(3600))

    #expect(store.state[key(1)]?.remaining(at: Moment(.seconds(3610))) == .seconds(50))
    store.end(1)
  }

  @Test func `a scene that has not appeared has no remaining time`() throws {
    let store = core(recorder)

    store.open(with: try request(expires: .seconds(60)))

    #expect(store.state[key(1)]?.remaining(at: Moment(.zero)) == nil)
  }

  @Test func `the remaining time is never negative`() throws {
    let store = try shown(for: .seconds(60))

    #expect(store.state[key(1)]?.remaining(at: Moment(.seconds(61))) == .zero)
    store.end(1)
  }

  @Test func `a scene that has disappeared does not expire`() throws {
    let store = try shown(for: .seconds(60))

    try store.disappear(1)

    #expect(store.clock.sleepers == 0)
  }

  @Test func `a scene that appears again restarts its timeout`() throws {
    let store = try shown(for: .seconds(60))
    store.clock.advance(by: .seconds(50))
    try store.disappear(1)

    try store.appear(1, at: .seconds(50))
    store.clock.advance(by: .seconds(59))
    #expect(recorder.holds == ["hold 1.1", "release 1.1", "hold 1.1"])

    store.clock.advance(by: .seconds(1))
    try store.receiveExpiry(of: key(1))
    #expect(recorder.holds == ["hold 1.1", "release 1.1", "hold 1.1", "release 1.1"])
  }

  @Test func `a scene that expires while covered removes the scenes above it`() throws {
    let harness = CoreHarness(panel: 60)
    harness.open(1, with: try request(expires: .seconds(60)), try request(.at(20)))
    harness.completeWrites(harness.appear(key(1, 1)))
    harness.completeWrites(harness.appear(key(1, 2)))

    let outcome = harness.wait(.seconds(60))

    #expect(harness.holds == ["hold 1.1", "hold 1.2", "release 1.1", "release 1.2"])
    #expect(outcome.newTargets == [panel: 60])
    #expect(outcome.requests.count == 1)
    #expect(harness.shown == 60)
  }

  @Test func `when a covering scene expires, the scene below applies again`() throws {
    let harness = CoreHarness(panel: 60)
    harness.open(1, with: try request(), try request(.at(20), expires: .seconds(60)))
    harness.completeWrites(harness.appear(key(1, 1)))
    harness.completeWrites(harness.appear(key(1, 2)))
    #expect(harness.scenesInForce == [key(1, 2)])

    let outcome = harness.wait(.seconds(60))

    #expect(harness.holds == ["hold 1.1", "hold 1.2", "release 1.2"])
    #expect(harness.scenesInForce == [key(1, 1)])
    #expect(outcome.newTarget() == 100)
  }

  @Test func `the end of a session cancels the timers of its scenes`() throws {
    let store = try shown(for: .seconds(60))

    store.end(1)

    #expect(store.clock.sleepers == 0)
    #expect(recorder.holds == ["hold 1.1", "release 1.1"])
  }

  private func shown(for time: Duration) throws -> CoreTestStore {
    let store = core(recorder)
    store.open(with: try request(expires: time))
    try store.appear(1)
    return store
  }
}

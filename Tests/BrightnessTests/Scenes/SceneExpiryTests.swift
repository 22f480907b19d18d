import BrightnessModel
import ComposableCore
import ComposableTesting
import Testing

@testable import Brightness

@Suite struct SceneExpiryTests {
  private let harness = CoreHarness(panel: 60)

  @Test func `an expired scene is removed and releases its claims`() throws {
    harness.open(1, with: try request(expires: .seconds(60)))
    harness.appear(key(1))

    harness.wait(.seconds(59))
    #expect(harness.holds == ["hold 1.1"])

    harness.wait(.seconds(1))
    #expect(harness.holds == ["hold 1.1", "release 1.1"])
    #expect(harness.state.scene(key(1)) == nil)
  }

  @Test func `a scene's timeout starts at its appearance, and its remaining time is never negative`() throws {
    harness.open(1, with: try request(expires: .seconds(60)))
    func remaining(at seconds: Int) -> Duration? {
      harness.state.scene(key(1))?.remaining(at: Moment(.seconds(seconds)))
    }
    #expect(remaining(at: 0) == nil)

    harness.wait(.seconds(3600))
    harness.appear(key(1))

    #expect(remaining(at: 3610) == .seconds(50))
    #expect(remaining(at: 3661) == .zero)
  }

  @Test func `a scene that has disappeared does not expire, and restarts its timeout when it appears again`() throws {
    harness.open(1, with: try request(expires: .seconds(60)))
    harness.appear(key(1))
    harness.wait(.seconds(50))
    harness.completeWrites(harness.disappear(key(1)))
    #expect(harness.clock.sleepers == 0)

    harness.appear(key(1))
    harness.wait(.seconds(59))
    #expect(harness.holds == ["hold 1.1", "release 1.1", "hold 1.1"])

    harness.wait(.seconds(1))
    #expect(harness.holds == ["hold 1.1", "release 1.1", "hold 1.1", "release 1.1"])
  }

  @Test func `a scene that expires while covered removes the scenes above it`() throws {
    harness.open(1, with: try request(expires: .seconds(60)), try request(.at(20)))
    harness.completeWrites(harness.appear(key(1, 1)))
    harness.completeWrites(harness.appear(key(1, 2)))

    let outcome = harness.wait(.seconds(60))

    #expect(harness.holds == ["hold 1.1", "hold 1.2", "release 1.1", "release 1.2"])
    #expect(outcome.newTargets == [panel: 60])
    #expect(outcome.requests.count == 1)
    #expect(harness[panel]?.author == peer())
  }

  @Test func `when a covering scene expires, the scene below applies again`() throws {
    harness.open(1, with: try request(), try request(.at(20), expires: .seconds(60)))
    harness.completeWrites(harness.appear(key(1, 1)))
    harness.completeWrites(harness.appear(key(1, 2)))
    #expect(harness.scenesInForce == [key(1, 2)])

    let outcome = harness.wait(.seconds(60))

    #expect(harness.holds == ["hold 1.1", "hold 1.2", "release 1.2"])
    #expect(harness.scenesInForce == [key(1, 1)])
    #expect(outcome.newTarget() == 100)
  }
}

import BrightnessModel
import ComposableCore
import Testing

@testable import Brightness

@Suite struct SceneTests {
  private let harness = CoreHarness(panel: 60)

  @Test func `a scene that appears holds all its claims`() throws {
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
    harness.open(1, with: try request(expires: .seconds(60)))
    harness.completeWrites(harness.appear(key(1)))
    harness.wait(.seconds(30))
    let before = harness.state

    harness.appear(key(1))

    #expect(harness.state == before)
    #expect(harness.holds == ["hold 1.1"])
  }

  @Test func `a scene that disappears releases its claims once, and holds again when it appears again`() throws {
    harness.open(1, with: try request())
    harness.disappear(key(1))
    #expect(harness.holds == [])
    harness.appear(key(1))

    for _ in 1...2 { harness.disappear(key(1)) }
    #expect(harness.state.scene(key(1))?.appearance == nil)
    harness.appear(key(1))

    #expect(harness.holds == ["hold 1.1", "release 1.1", "hold 1.1"])
  }

  @Test func `a scene that yielded still holds, and applies when it appears again`() throws {
    harness.completeWrites(harness.hold(.at(100), key(1)))

    let outcome = harness.move(to: 40)
    #expect(outcome.yielded == [key(1)])
    #expect(harness.state.scene(key(1))?.appearance?.yielded == [panel])
    #expect(harness.holds == ["hold 1.1"])

    #expect(harness.appear(key(1)).target() == 100)
    #expect(harness.state.scene(key(1))?.appearance?.yielded == [])
    #expect(harness.holds == ["hold 1.1", "release 1.1", "hold 1.1"])
  }

  @Test(arguments: [ChangePolicy.yield, .cancel])
  func `a scene that has not appeared neither yields nor is cancelled`(policy: ChangePolicy) throws {
    harness.open(1, with: try request(.at(100), policy))
    let before = harness.state.scene(key(1))

    harness.move(to: 40)

    #expect(before != nil && harness.state.scene(key(1)) == before)
    #expect(harness.holds == [])
  }
}

import BrightnessModel
import Guarantees
import Testing

@testable import Brightness

@Suite(.tags(.restoreIsRetried)) struct RestoreFollowsTheLightTests {
  private let harness = CoreHarness(panel: 60)
  private let other = LightID(.backlight, "panel1")

  @Test func `a light with a pending restore is restored under its new name`() {
    harness.completeWrites(harness.hold(.at(100), key(1)))
    harness.release(key(1))
    harness.disconnect(panel)

    let outcome = harness.connect(other, .panel, range: range(100), raw: 100, formerly: panel)

    #expect(outcome.newTarget(other) == 60)
    #expect(harness[panel] == nil)
    #expect(harness.ids == [other])
  }

  @Test func `a hold of a kind continues under the new name, and its end restores the base`() {
    harness.completeWrites(harness.hold(.at(100), key(1)))
    harness.disconnect(panel)

    #expect(harness.connect(other, .panel, range: range(100), raw: 20, formerly: panel).newTarget(other) == 100)
    #expect(harness.release(key(1)).newTarget(other) == 60)
  }

  @Test func `a hold by the former name goes on under the new one, and under both when the light has that again`() {
    harness.completeWrites(harness.claim([Claim(.at(100), of: .light(panel))], key(1)))
    harness.disconnect(panel)

    harness.completeWrites(harness.connect(other, .panel, range: range(100), raw: 20, formerly: panel))
    let level = harness[other]?.target.raw
    harness.disconnect(other)
    let back = harness.connect(panel, .panel, range: range(100), raw: 20, formerly: other)

    #expect(level == 100)
    #expect(back.newTarget(panel) == 100)
    #expect(harness.state.scene(key(1))?.request.claims.count == 2)
    harness.completeWrites(back)
    #expect(harness.release(key(1)).newTarget(panel) == 60)
  }

  @Test func `a scene that yielded on a light still yields under the new name`() {
    harness.completeWrites(harness.hold(.at(100), key(1)))
    harness.move(panel, to: 40)
    harness.disconnect(panel)

    #expect(harness.connect(other, .panel, range: range(100), raw: 40, formerly: panel).newTarget(other) == nil)
    #expect(harness[other]?.state == .free)
    #expect(harness.state.scene(key(1))?.appearance?.yielded == [other])
  }

  @Test func `an unclaimed light without a pending restore is removed when it is disconnected`() {
    harness.disconnect(panel)

    #expect(harness.ids == [])
    #expect(harness[panel] == nil)
    #expect(harness.state.visibleLights == [])
  }

  @Test func `a disconnected light is removed with the last claim on it`() {
    harness.hold(.most(80), key(1))
    harness.disconnect(panel)
    #expect(harness.ids == [panel])

    harness.release(key(1))

    #expect(harness.ids == [])
  }

  @Test func `a light that returns to its former name keeps its state`() {
    harness.completeWrites(harness.hold(.at(100), key(1)))
    harness.disconnect(panel)
    harness.completeWrites(harness.connect(other, .panel, range: range(100), raw: 27))
    harness.disconnect(other)

    harness.connect(panel, .panel, range: range(100), raw: 91, formerly: other)

    #expect(harness.release(key(1)).newTarget() == 27)
    #expect(harness.ids == [panel])
  }

  @Test func `what is known of a light stays with its name if that is connected again before the new one was read`() {
    harness.completeWrites(harness.hold(.at(100), key(1)))
    harness.release(key(1))
    harness.disconnect(panel)
    let device = LightDevice(kind: .panel, maximum: 100, scale: .linear)
    harness.send(.light(other, .connected(device, formerly: panel)))

    #expect(harness.connect(panel, .panel, range: range(100), raw: 100).newTarget() == 60)
    #expect(harness.found(40, on: other).requests.isEmpty)
    #expect(harness[other]?.base.setting.raw == 40)
  }
}

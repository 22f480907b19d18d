import BrightnessModel
import Guarantees
import Testing

@testable import Brightness

@Suite(.tags(.userWins)) struct OverriddenLightTests {
  private let harness = CoreHarness(panel: 5)

  @Test func `a changed floor does not write a light at its base, and a restore raises it to the floor`() throws {
    let outcome = harness.override(panel) { $0.floor = percent(10) }

    #expect(outcome.newTarget() == nil)
    #expect(harness[panel]?.target.raw == 5)
    #expect(harness[panel]?.range.floor == 10)

    harness.completeWrites(harness.hold(.at(100), key(1)))
    #expect(harness.release(key(1)).newTarget() == 10)
  }

  @Test func `a changed floor applies to a held light at once`() throws {
    harness.completeWrites(harness.hold(.at(3), key(1)))

    #expect(harness.override(panel, { $0.floor = percent(10) }).newTarget() == 10)
    #expect(harness.override(panel, { $0.floor = nil }).newTarget() == 3)
    #expect(harness[panel]?.base.setting.raw == 5)
  }

  @Test func `a changed scale applies to a held light at once, and its base keeps the raw value`() throws {
    harness.completeWrites(harness.hold(.at(50), key(1)))

    let outcome = harness.override(panel) { $0.scale = .perceptual }

    #expect(outcome.newTarget() == 18)
    #expect(harness.release(key(1)).newTarget() == 5)
  }

  @Test func `a requested level is reported unchanged under a changed floor`() throws {
    harness.connect(monitor, .monitor, range: range(3, .monitor), raw: 3)
    try harness.set(monitor, to: .share(percent(37)))

    harness.override(monitor) { $0.floor = percent(10) }

    #expect(harness[monitor]?.base.setting.share == percent(37))
  }

  @Test func `a light of a changed kind is held only by claims on that kind`() {
    harness.completeWrites(harness.claim([Claim(.at(100), of: .kind(.panel))], key(1)))
    harness.completeWrites(harness.claim([Claim(.at(40), of: .kind(.keyboard))], key(2)))

    #expect(harness.override(panel, { $0.kind = .keyboard }).newTarget() == 40)
    #expect(harness[panel]?.decider == key(2))
    #expect(harness.release(key(2)).newTarget() == 5)
    #expect(harness.release(key(1)).requests.isEmpty)
  }

  @Test func `a kind that changes while the light is not read after a sleep decides its claims`() {
    harness.completeWrites(harness.claim([Claim(.at(40), of: .kind(.keyboard))], key(1)))
    harness.send(.resumed)

    harness.override(panel) { $0.kind = .keyboard }

    #expect(harness.found(5, on: panel).target() == 40)
    #expect(harness[panel]?.decider == key(1))
  }

  @Test func `a scene that yielded still yields after a change of the light's kind`() {
    harness.completeWrites(harness.hold(.at(100), key(1)))
    harness.move(panel, to: 40)

    #expect(harness.override(panel, { $0.kind = .monitor }).newTarget() == nil)
    #expect(harness[panel]?.state == .free)
  }

  @Test func `a light that returns as another kind is held by claims on that kind`() {
    harness.completeWrites(harness.claim([Claim(.at(100), of: .kind(.panel))], key(1)))
    harness.disconnect(panel)

    let outcome = harness.connect(panel, .monitor, range: range(100, .monitor), raw: 100)

    #expect(outcome.newTarget() == 5)
    #expect(harness[panel]?.kind == .monitor)
  }
}

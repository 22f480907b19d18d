import BrightnessModel
import Guarantees
import Testing

@testable import Brightness

@Suite(.tags(.userWins)) struct RelativeSetTests {
  @Test func `a relative change of a held light starts at the shown level`() throws {
    let harness = CoreHarness(panel: 40)
    harness.completeWrites(harness.hold(.at(100), key(1)))

    #expect(try harness.set(panel, to: .down(.share(percent(5)))).newTarget() == 95)
    #expect(harness[panel]?.base.setting.raw == 95)
  }

  @Test func `a relative change of a light under a rebasing claim starts at the base`() throws {
    let harness = CoreHarness(panel: 60)
    harness.completeWrites(harness.hold(.times(50), key(1), .rebase))

    #expect(try harness.set(panel, to: .up(.share(percent(20)))).newTarget() == 40)
    #expect(harness[panel]?.base.setting.raw == 80)
  }

  @Test func `a relative change at the end of the range is a user's change`() throws {
    let harness = CoreHarness(panel: 40)
    harness.completeWrites(harness.hold(.at(100), key(1)))

    let outcome = try harness.set(panel, to: .up(.share(percent(1))))

    #expect(outcome.yielded == [key(1)])
    #expect(harness[panel]?.base.setting.raw == 100)
  }

  @Test func `a level that is set twice is written once`() throws {
    let harness = CoreHarness(panel: 40)

    let first = try harness.set(panel, to: .share(percent(37)))
    harness.completeWrites(first)

    #expect(first.newTarget() == 37)
    let second = try harness.set(panel, to: .share(percent(37)))
    #expect(second.newTarget() == nil)
    harness.completeWrites(second)
    #expect(harness[panel]?.state == .free)
  }

  @Test func `a step that a claim hides and that changes nothing is looked for, and done`() throws {
    let harness = CoreHarness(panel: 100)
    harness.completeWrites(harness.hold(.at(30), key(1), .rebase))

    let outcome = try harness.set(panel, to: .change(raw: 5))
    harness.completeWrites(outcome)

    #expect(outcome.expected() == 30)
    #expect(harness[panel]?.base.setting.raw == 100)
    #expect(harness.state.isAtRest)
  }

  @Test(arguments: [panel, keyboard])
  func `two steps before the first reading count from what the light shows`(light: LightID) throws {
    let harness = CoreHarness()
    harness.connect(light, light == panel ? .panel : .keyboard, range: range(100, .keyboard), raw: 50)
    try harness.set(light, to: .change(raw: 5))
    try harness.set(light, to: .change(raw: 5))
    #expect(harness[light]?.base.setting.raw == 60)

    harness.found(30, on: light)

    #expect(harness[light]?.base.setting.raw == 40)
  }
}

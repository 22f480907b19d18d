import Model
import Testing

@testable import Brightness

@Suite struct FoundBaseIsTheUsersTests {
  @Test func `a level found before the first write is the base`() {
    let harness = CoreHarness(panel: 60)
    let claimed = harness.hold(.at(100), owner(1))
    #expect(claimed.expected() == 60)

    let found = harness.found(40, on: panel)

    #expect(found.goal() == 100)
    #expect(found.expected() == 40)
    #expect(harness[panel]?.base.setting.raw == 40)
    #expect(harness[panel]?.state == .held)
  }

  @Test(arguments: [true, false])
  func `a level found after the first write was refused is the base`(isHeld: Bool) {
    let harness = CoreHarness(panel: 60)
    harness.hold(.at(100), owner(1))
    harness.refused(panel)
    harness.refused(panel)
    if !isHeld { harness.release(owner(1)) }

    let found = harness.found(40, on: panel)

    #expect(found.newTarget() == (isHeld ? 100 : nil))
    #expect(harness[panel]?.base.setting.raw == 40)
    #expect(harness[panel]?.state == (isHeld ? .held : .free))
  }

  @Test func `a level found after a write and a refusal is not the base`() {
    let harness = CoreHarness(panel: 60)
    harness.completeWrites(harness.hold(.at(100), owner(1)))
    harness.hold(.at(20), owner(2))
    harness.refused(panel)

    harness.found(40, on: panel)

    #expect(harness[panel]?.base.setting.raw == 60)
  }

  @Test func `a claim of the level last read expects that level`() {
    let harness = CoreHarness(panel: 60)

    let claimed = harness.hold(.at(60), owner(1))

    #expect(claimed.newTarget() == nil)
    #expect(claimed.expected() == 60)
    #expect(harness.found(40, on: panel).newTarget() == 60)
  }

  @Test func `a light found at its held level is neither written nor restored`() {
    let harness = CoreHarness(panel: 60)
    harness.hold(.at(100), owner(1))

    #expect(harness.found(100, on: panel).newTarget() == nil)
    #expect(!harness.state.isAtRest)
    harness.recorded(panel)
    #expect(harness.state.isAtRest)
    #expect(harness.release(owner(1)).newTarget() == nil)
    #expect(harness[panel]?.base.setting.raw == 100)
  }

  @Test func `a light found at another level after its only claim ended is not written`() {
    let harness = CoreHarness(panel: 60)
    harness.hold(.at(100), owner(1))
    harness.release(owner(1))

    #expect(harness.found(40, on: panel).newTarget() == nil)
    #expect(harness[panel]?.base.setting.raw == 40)
    #expect(harness[panel]?.state == .free)
  }

  @Test func `a level found after a write is not the base`() {
    let harness = CoreHarness(panel: 60)
    harness.completeWrites(harness.hold(.at(100), owner(1)))

    #expect(harness.hold(.at(80), owner(2)).expected() == nil)
    #expect(harness.found(40, on: panel).goal() == 80)
    #expect(harness[panel]?.base.setting.raw == 60)
  }

  @Test func `a level set before another one was found is the base`() throws {
    let harness = CoreHarness(panel: 60)
    harness.hold(.at(100), owner(1), .rebase)
    try harness.set(panel, to: .raw(70))

    #expect(harness.found(40, on: panel).goal() == 100)
    #expect(harness[panel]?.base.setting.raw == 70)
  }
}

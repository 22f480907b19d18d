import BrightnessModel
import Guarantees
import Testing

@testable import Brightness

@Suite(.tags(.baseIsTheUsers)) struct FoundLevelTests {
  private let harness = CoreHarness(panel: 60)

  @Test func `a level found before the first write is the base`() {
    let claimed = harness.hold(.at(100), key(1))
    #expect(claimed.expected() == 60)

    let found = harness.found(40, on: panel)

    #expect(found.target() == 100)
    #expect(found.expected() == 40)
    #expect(harness[panel]?.base.setting.raw == 40)
    #expect(harness[panel]?.state == .held)
  }

  @Test(arguments: [true, false])
  func `a level found after the first write was refused is the base`(isHeld: Bool) {
    harness.hold(.at(100), key(1))
    harness.refused(panel)
    harness.refused(panel)
    if !isHeld { harness.release(key(1)) }

    let found = harness.found(40, on: panel)

    #expect(found.newTarget() == (isHeld ? 100 : nil))
    #expect(harness[panel]?.base.setting.raw == 40)
    #expect(harness[panel]?.state == (isHeld ? .held : .free))
  }

  @Test(arguments: [true, false])
  func `a light that disconnects after a refusal keeps its base only if a write was attempted`(isAttempted: Bool) {
    harness.hold(.at(100), key(1))
    if isAttempted { harness.attempted(panel) }
    harness.refused(panel)

    harness.disconnect(panel)
    harness.connect(panel, .panel, range: range(100), raw: 25)

    #expect(harness[panel]?.base.setting.raw == (isAttempted ? 60 : 25))
    #expect(harness[panel]?.state == .held)
  }

  @Test(arguments: ChangePolicy.allCases, [false, true])
  func `a level that was not recorded before a free light disconnected is newer than the record`(
    policy: ChangePolicy,
    isRefused: Bool
  ) {
    let held = harness.hold(.at(100), key(1), policy)
    if isRefused {
      harness.attempted(panel)
      harness.refused(panel)
    } else {
      harness.completeWrites(held)
    }
    harness.move(to: 45)
    harness.release(key(1))

    harness.disconnect(panel)
    let record = RecordedBase(base(60, on: range(100)), in: range(100))
    harness.completeWrites(harness.connect(panel, .panel, range: range(100), raw: 100, record: record))

    #expect(harness[panel]?.base.setting.raw == 45)
    #expect(harness[panel]?.state == .free)
  }

  @Test func `a refused request is not sent again before anything else is wanted`() {
    harness.hold(.at(100), key(1))

    #expect(harness.refused(panel).requests.isEmpty)
    #expect(harness.attempted(panel).requests.isEmpty)
  }

  @Test func `a light found where it was expected after a refusal is at rest`() {
    harness.hold(.at(60), key(1))
    harness.refused(panel)
    #expect(harness[panel]?.state == .unavailable)

    harness.recorded(panel)

    #expect(harness[panel]?.state == .held)
    #expect(harness.state.isAtRest)
  }

  @Test func `a claim of the level last read expects that level`() {
    let claimed = harness.hold(.at(60), key(1))

    #expect(claimed.newTarget() == nil)
    #expect(claimed.expected() == 60)
    #expect(harness.found(40, on: panel).newTarget() == 60)
  }

  @Test func `a light found at its held level is neither written nor restored`() {
    harness.hold(.at(100), key(1))

    #expect(harness.found(100, on: panel).newTarget() == nil)
    #expect(!harness.state.isAtRest)
    harness.recorded(panel)
    #expect(harness.state.isAtRest)
    #expect(harness.release(key(1)).newTarget() == nil)
    #expect(harness[panel]?.base.setting.raw == 100)
  }

  @Test(arguments: [60.0, 100])
  func `a light found at another level after its only claim ended is not written`(held: Double) {
    harness.hold(.at(held), key(1))
    harness.release(key(1))

    #expect(harness.found(40, on: panel).newTarget() == nil)
    #expect(harness[panel]?.base.setting.raw == 40)
    #expect(harness[panel]?.state == .free)
  }

  @Test(arguments: [true, false])
  func `a level found after a write is not the base, also if the next one was refused`(isRefused: Bool) {
    harness.completeWrites(harness.hold(.at(100), key(1)))

    #expect(harness.hold(.at(80), key(2)).expected() == nil)
    if isRefused { harness.refused(panel) }
    #expect(harness.found(40, on: panel).target() == 80)
    #expect(harness[panel]?.base.setting.raw == 60)
  }

  @Test func `a level set before another one was found is the base`() throws {
    harness.hold(.at(100), key(1), .rebase)
    try harness.set(panel, to: .raw(70))

    #expect(harness.found(40, on: panel).target() == 100)
    #expect(harness[panel]?.base.setting.raw == 70)
  }
}

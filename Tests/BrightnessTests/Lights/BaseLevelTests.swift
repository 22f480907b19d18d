import BrightnessModel
import Guarantees
import Testing

@testable import Brightness

@Suite(.tags(.baseIsTheUsers)) struct BaseLevelTests {
  private let harness = CoreHarness(panel: 60)

  @Test func `a second hold does not learn the level of the first`() {
    harness.completeWrites(harness.hold(.at(100), key(1)))
    harness.completeWrites(harness.hold(.at(20), key(2)))
    harness.completeWrites(harness.release(key(1)))
    let last = harness.release(key(2))

    #expect(last.newTarget() == 60)
  }

  @Test(arguments: [true, false], [true, false])
  func `a level of ours that a desktop sets again is not the base, also where a reading after a sleep finds it`(
    isHeld: Bool,
    hasSlept: Bool
  ) {
    harness.completeWrites(harness.hold(.at(100), key(1)))
    if !isHeld { harness.completeWrites(harness.release(key(1))) }
    if hasSlept { harness.send(.resumed) }

    let mended = harness.displaced(to: 80, on: panel)

    #expect(mended.target() == (isHeld ? 100 : 60))
    #expect(harness[panel]?.base.setting.raw == 60)
    #expect(harness.completeWrites(mended).requests.isEmpty)
  }

  @Test func `a hold that ends while the light is disconnected is restored when it returns, also after a refusal`() {
    harness.completeWrites(harness.hold(.at(100), key(1)))
    harness.disconnect(panel)
    harness.release(key(1))
    #expect(harness[panel]?.state == .restoring)
    #expect(harness.connect(panel, .panel, range: range(100), raw: 100).newTarget() == 60)
    #expect(harness[panel]?.base.setting.raw == 60)

    harness.refused(panel)
    #expect(harness[panel]?.state == .restoring)
    harness.disconnect(panel)
    harness.disconnect(panel)

    #expect(harness.connect(panel, .panel, range: range(100), raw: 100).newTarget() == 60)
    harness.wrote(60, on: panel)
    #expect(harness[panel]?.state == .free)
  }

  @Test func `a base that changed after it was recorded is restored`() throws {
    harness.completeWrites(harness.hold(.at(100), key(1), .cancel))
    try harness.set(panel, to: .share(percent(67)))
    harness.disconnect(panel)

    let recorded = RecordedBase(base(60, on: range(100)), in: range(100))
    let outcome = harness.connect(panel, .panel, range: range(3), raw: 3, record: recorded)

    #expect(outcome.newTarget() == 2)
    #expect(harness[panel]?.base.setting.share == percent(67))
  }

  @Test func `a base keeps its share in another range, and its raw value in the same`() {
    let harness = CoreHarness(panel: 128, of: 255)
    harness.completeWrites(harness.hold(.at(100), key(1)))

    #expect(harness.connect(panel, .panel, range: range(65535), raw: 255).newTarget() == 65535)
    #expect(harness.release(key(1)).newTarget() == 32896)

    let same = CoreHarness(panel: 12347, of: 96000)
    same.completeWrites(same.hold(.at(100), key(1)))
    same.disconnect(panel)
    same.connect(panel, .panel, range: range(96000, .panel, .perceptual), raw: 96000)
    #expect(same.release(key(1)).newTarget() == 12347)
  }

  @Test func `a hold without a write keeps the base through a replug`() {
    #expect(harness.hold(.at(60), key(1)).newTarget() == nil)
    harness.recorded(panel)
    harness.disconnect(panel)

    #expect(harness.connect(panel, .panel, range: range(100), raw: 90).newTarget() == 60)
    #expect(harness[panel]?.base.setting.raw == 60)
  }

  @Test func `a light disconnected before its first write kept the user's level`() {
    harness.hold(.at(100), key(1))
    harness.disconnect(panel)
    #expect(harness[panel]?.state == .unavailable)

    harness.release(key(1))
    #expect(harness.ids == [])
    #expect(harness.connect(panel, .panel, range: range(100), raw: 27).newTarget() == nil)
    #expect(harness[panel]?.base.setting.raw == 27)
  }

  @Test func `a limit without effect does not hold, and a replugged light is not written`() {
    let harness = CoreHarness(panel: 20)
    #expect(harness.hold(.most(30), key(1)).newTarget() == nil)
    #expect(harness[panel]?.state == .free)
    harness.disconnect(panel)

    #expect(harness.connect(panel, .panel, range: range(100), raw: 25).newTarget() == nil)
    #expect(harness[panel]?.base.setting.raw == 25)
  }

  @Test func `only the newest write determines the shown level`() {
    harness.hold(.at(100), key(1))
    #expect(harness.release(key(1)).newTarget() == 60)
    #expect(harness[panel]?.state == .restoring)

    harness.wrote(100, on: panel)
    #expect(harness[panel]?.state == .restoring)
    harness.wrote(60, on: panel)
    #expect(harness[panel]?.state == .free)
  }
}

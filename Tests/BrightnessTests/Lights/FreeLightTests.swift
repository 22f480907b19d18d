import BrightnessModel
import Guarantees
import Testing

@testable import Brightness

@Suite(.tags(.noUnrequestedWrites)) struct FreeLightTests {
  private let harness = CoreHarness(panel: 60)

  @Test(arguments: [0, 1, 50, 100])
  func `a light that is connected is only read, whatever it shows`(raw: Int) {
    let harness = CoreHarness()

    let outcome = harness.connect(panel, .panel, range: range(100), raw: raw)

    #expect(outcome.newTarget() == nil)
    #expect(harness[panel]?.base.setting.raw == raw)
    #expect(harness[panel]?.target.raw == raw)
    #expect(harness[panel]?.state == .free)
  }

  @Test func `a free light that is reconnected is only read`() {
    harness.disconnect(panel)

    let outcome = harness.connect(panel, .panel, range: range(255), raw: 200)

    #expect(outcome.newTarget() == nil)
    #expect(harness[panel]?.base.setting.raw == 200)
  }

  @Test func `a raw value below the floor that the user set is not raised`() {
    let outcome = harness.move(panel, to: 0)

    #expect(outcome.newTarget() == nil)
    #expect(harness[panel]?.target.raw == 0)
  }

  @Test func `a light connected while a claim covers it is written`() {
    let harness = CoreHarness()
    harness.hold(.at(100), key(1))

    let outcome = harness.connect(panel, .panel, range: range(100), raw: 60)

    #expect(outcome.newTarget() == 100)
    #expect(harness.release(key(1)).newTarget() == 60)
  }

  @Test(arguments: [40, 100])
  func `a light connected with a recorded base is restored to it, also if it reports that level`(raw: Int) {
    let harness = CoreHarness()
    let record = RecordedBase(base(40, on: range(255)), in: range(255))

    let outcome = harness.connect(panel, .panel, range: range(100), raw: raw, record: record)

    #expect(outcome.newTarget() == 40)
    #expect(harness[panel]?.state == .restoring)
    harness.wrote(40, on: panel)
    #expect(harness[panel]?.state == .free)
  }

  @Test(arguments: [30, 100])
  func `a held light that is reconnected is set to its target unless it shows it, and then restored`(raw: Int) {
    harness.completeWrites(harness.hold(.at(100), key(1)))
    harness.disconnect(panel)

    let outcome = harness.connect(panel, .panel, range: range(100), raw: raw)

    #expect(outcome.newTarget() == (raw == 100 ? nil : 100))
    #expect(harness[panel]?.state == .held)
    #expect(harness.release(key(1)).newTarget() == 60)
  }
}

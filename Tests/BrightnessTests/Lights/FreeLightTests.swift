import Guarantees
import Model
import Testing

@testable import Brightness

@Suite(.tags(.noUnrequestedWrites)) struct FreeLightTests {
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
    let harness = CoreHarness(panel: 60)
    harness.disconnect(panel)

    let outcome = harness.connect(panel, .panel, range: range(255), raw: 200)

    #expect(outcome.newTarget() == nil)
    #expect(harness[panel]?.base.setting.raw == 200)
  }

  @Test func `a raw value below the floor that the user set is not raised`() {
    let harness = CoreHarness(panel: 60)

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

  @Test func `a light connected with a recorded base is restored to it`() {
    let harness = CoreHarness()
    let record = RecordedBase(base(40, on: range(255)), in: range(255))

    let outcome = harness.connect(panel, .panel, range: range(100), raw: 100, record: record)

    #expect(outcome.newTarget() == 40)
    #expect(harness[panel]?.state == .restoring)
    harness.wrote(40, on: panel)
    #expect(harness[panel]?.state == .free)
  }

  @Test func `a light with a recorded base is written even if it reports that level`() {
    let harness = CoreHarness()

    let outcome = harness.connect(
      panel,
      .panel,
      range: range(100),
      raw: 40,
      record: RecordedBase(base(40, on: range(100)), in: range(100))
    )

    #expect(outcome.newTarget() == 40)
    #expect(harness[panel]?.state == .restoring)
  }

  @Test func `a held light that is reconnected is set to its target, and its release restores the base`() {
    let harness = CoreHarness(panel: 60)
    harness.completeWrites(harness.hold(.at(100), key(1)))
    harness.disconnect(panel)

    let outcome = harness.connect(panel, .panel, range: range(100), raw: 30)

    #expect(outcome.newTarget() == 100)
    #expect(harness.release(key(1)).newTarget() == 60)
  }

  @Test func `a held light that is reconnected at its target is not written`() {
    let harness = CoreHarness(panel: 60)
    harness.completeWrites(harness.hold(.at(100), key(1)))
    harness.disconnect(panel)

    #expect(harness.connect(panel, .panel, range: range(100), raw: 100).newTarget() == nil)
    #expect(harness[panel]?.state == .held)
    #expect(harness.release(key(1)).newTarget() == 60)
  }
}

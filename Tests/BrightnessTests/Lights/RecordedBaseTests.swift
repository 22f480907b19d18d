import BrightnessModel
import Guarantees
import Testing

@testable import Brightness

@Suite(.tags(.survivesDaemonDeath)) struct RecordedBaseTests {
  private let harness = CoreHarness(panel: 60)

  @Test func `a base that changes under a claim is recorded, and the unwritten raw value is requested again`() throws {
    harness.hold(.at(100), key(1), .rebase)

    let moved = try harness.set(panel, to: .raw(30))

    #expect(moved.newTarget() == nil)
    #expect(moved.requests.map(\.request.target) == [100])
    #expect(moved.requests.map(\.request.record?.base.setting.raw) == [30])
  }

  @Test func `a scene with a base that cannot be recorded ends on every light, and nothing is written`() {
    harness.connect(monitor, .monitor, range: range(100), raw: 30)
    harness.completeWrites(harness.hold(.at(100), key(2)))
    harness.release(key(2))
    harness.wrote(60, on: panel)
    harness.wrote(30, on: monitor)
    harness.hold(.at(100), key(1))

    let outcome = harness.unrecorded(panel)

    #expect(outcome.cancelled == [key(1)])
    #expect(outcome.newTarget(panel) == nil)
    #expect(harness[panel]?.state == .free)
    #expect(outcome.newTarget(monitor) == 30)
  }

  @Test func `a level without a record is not tried again, also where the next scene changes nothing`() {
    harness.hold(.at(60), key(1))
    harness.hold(.at(100), key(2))

    let outcome = harness.unrecorded(panel)

    #expect(outcome.cancelled == [key(2)])
    #expect(outcome.requests.map(\.request.target) == [nil])
    #expect(harness[panel]?.decider == key(1))
  }
}

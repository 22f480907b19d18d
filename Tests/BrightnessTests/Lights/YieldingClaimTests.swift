import BrightnessModel
import Guarantees
import Testing

@testable import Brightness

@Suite(.tags(.userWins)) struct YieldingClaimTests {
  private let harness = CoreHarness(panel: 60)

  @Test func `a claim yields to the user until its scene appears again`() {
    harness.completeWrites(harness.hold(.at(100), key(1)))

    let outcome = harness.move(panel, to: 40)
    #expect(outcome.newTarget() == nil)
    #expect(outcome.yielded == [key(1)])
    #expect(harness[panel]?.state == .free)
    #expect(harness.release(key(1)).newTarget() == nil)

    #expect(harness.hold(.at(100), key(1)).newTarget() == 100)
    #expect(harness.release(key(1)).newTarget() == 40)
  }

  @Test func `a level that systemd restored is the base, and no claim yields to it`() {
    harness.completeWrites(harness.hold(.at(100), key(1)))

    let outcome = harness.restoredBySystem(panel, to: 30)

    #expect(outcome.newTarget() == 100)
    #expect(outcome.yielded.isEmpty)
    #expect(harness[panel]?.state == .held)
    #expect(harness.release(key(1)).newTarget() == 30)
  }

  @Test func `a rebasing claim stays`() {
    harness.completeWrites(harness.hold(.times(50), key(1), .rebase))

    let outcome = harness.move(panel, to: 80)

    #expect(outcome.newTarget() == 40)
    #expect(outcome.yielded.isEmpty)
    #expect(harness.release(key(1)).newTarget() == 80)
  }

  @Test func `a scene with cancel ends on every light`() {
    harness.completeWrites(harness.connect(monitor, .monitor, range: range(100), raw: 50))
    harness.completeWrites(harness.hold(.at(100), key(1), .cancel))

    let outcome = harness.move(panel, to: 40)

    #expect(outcome.cancelled == [key(1)])
    #expect(outcome.newTargets == [monitor: 50])
    #expect(harness.state.lights[monitor]?.claims == [])
    #expect(harness.holds == ["hold 1.1", "release 1.1"])
    #expect(harness.release(key(1)).requests.isEmpty)
  }

  @Test func `yielding on one light is not yielding on another`() {
    harness.completeWrites(harness.connect(monitor, .monitor, range: range(100), raw: 50))
    harness.completeWrites(harness.hold(.at(100), key(1)))

    harness.move(panel, to: 40)

    #expect(harness[panel]?.state == .free)
    #expect(harness[monitor]?.state == .held)
    #expect(harness.release(key(1)).newTargets == [monitor: 50])
  }

  @Test func `setting exactly the held level is a user's change`() throws {
    harness.completeWrites(harness.hold(.at(100), key(1)))

    let outcome = try harness.set(panel, to: .share(.all))

    #expect(outcome.newTarget() == nil)
    #expect(outcome.yielded == [key(1)])
    #expect(harness[panel]?.base.setting.raw == 100)
    harness.completeWrites(outcome)
    #expect(harness[panel]?.state == .free)
    #expect(harness.release(key(1)).newTarget() == nil)
  }

  @Test(arguments: ChangePolicy.allCases)
  func `the held level set by another program is a user's change`(policy: ChangePolicy) {
    harness.completeWrites(harness.hold(.at(37), key(1), policy))

    let outcome = harness.move(panel, to: 37)

    #expect(outcome.yielded == (policy == .yield ? [key(1)] : []))
    #expect(outcome.cancelled == (policy == .cancel ? [key(1)] : []))
    #expect(harness[panel]?.base.setting.share == percent(37))
    #expect(harness.release(key(1)).newTarget() == nil)
  }

  @Test(arguments: [73, 0])
  func `a change during a fade wins, and is not written again, also below the floor`(level: Int) {
    #expect(harness.hold(.at(100), key(1)).newTarget() == 100)

    let outcome = harness.move(panel, to: level)

    #expect(outcome.newTarget() == nil)
    #expect(outcome.requests.map(\.request.target) == [nil])
    #expect(harness[panel]?.state == .free)
    #expect(harness[panel]?.base.setting.raw == level)
  }

  @Test func `a change during a restore wins`() throws {
    harness.completeWrites(harness.hold(.at(100), key(1)))
    #expect(harness.release(key(1)).newTarget() == 60)

    #expect(try harness.set(panel, to: .share(percent(30))).newTarget() == 30)
    harness.wrote(60, on: panel)
    harness.wrote(30, on: panel)

    #expect(harness[panel]?.state == .free)
    #expect(harness[panel]?.base.setting.raw == 30)
  }

  @Test func `a change between two holds is the base of the second`() {
    harness.completeWrites(harness.hold(.at(100), key(1)))
    harness.completeWrites(harness.release(key(1)))

    harness.move(panel, to: 35)
    harness.completeWrites(harness.hold(.at(100), key(2)))

    #expect(harness.release(key(2)).newTarget() == 35)
  }

  @Test func `lower claims yield with those above them`() {
    harness.completeWrites(harness.hold(.at(80), key(1)))
    harness.completeWrites(harness.hold(.at(100), key(2)))

    let outcome = harness.move(panel, to: 40)

    #expect(outcome.newTarget() == nil)
    #expect(outcome.yielded == [key(1), key(2)])
  }

  @Test func `a covered scene that is uncovered has not appeared again`() {
    harness.completeWrites(harness.hold(.at(100), key(1)))
    harness.move(panel, to: 40)

    harness.cover(key(1))

    #expect(harness.uncover(key(1)).newTarget() == nil)
    #expect(harness[panel]?.state == .free)
  }

  @Test(arguments: [ChangePolicy.yield, .cancel])
  func `a scene that was covered at the user's change yields`(policy: ChangePolicy) {
    harness.completeWrites(harness.hold(.at(100), key(1, 1), policy))
    harness.completeWrites(harness.hold(.at(20), key(1, 2)))

    let outcome = harness.move(panel, to: 40)
    let released = harness.release(key(1, 2))

    #expect(outcome.yielded == [key(1, 1), key(1, 2)])
    #expect(outcome.cancelled.isEmpty)
    #expect(released.newTarget() == nil)
  }

  @Test func `a covered scene keeps its position in the fold`() {
    harness.completeWrites(harness.hold(.at(100), key(1)))
    harness.completeWrites(harness.hold(.at(20), key(2)))

    harness.completeWrites(harness.cover(key(1)))
    harness.completeWrites(harness.uncover(key(1)))

    #expect(harness[panel]?.decider == key(2))
  }

  @Test func `a scene that appears again after a yield applies over those that appeared meanwhile`() {
    harness.completeWrites(harness.hold(.at(100), key(1)))
    harness.move(panel, to: 40)
    let other = harness.hold(.at(20), key(2))
    #expect(other.newTarget() == 20)
    harness.completeWrites(other)

    let outcome = harness.hold(.at(100), key(1))

    #expect(outcome.newTarget() == 100)
    #expect(harness[panel]?.decider == key(1))
  }
}

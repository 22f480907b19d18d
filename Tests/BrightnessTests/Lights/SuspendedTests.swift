import Model
import Testing

@testable import Brightness

@Suite struct SuspendedTests {
  private let harness = CoreHarness(panel: 60)

  @Test func `suspended claims do not apply, and apply again afterwards`() {
    harness.completeWrites(harness.hold(.most(50), key(1)))
    harness.completeWrites(harness.hold(.at(80), key(2)))

    #expect(harness.suspend(2).newTarget() == 50)
    #expect(harness.resume().newTarget() == 80)
  }

  @Test func `a scene that appears while its session is suspended writes nothing`() {
    harness.suspend(1)

    #expect(harness.hold(.at(80), key(1)).requests.isEmpty)
    #expect(harness[panel]?.state == .free)
    #expect(harness.resume().newTarget() == 80)
  }

  @Test(arguments: ChangePolicy.allCases)
  func `a suspended claim applies again over a base that the user changed`(policy: ChangePolicy) {
    harness.completeWrites(harness.hold(.at(80), key(1), policy))
    harness.completeWrites(harness.suspend(1))

    let outcome = harness.move(panel, to: 30)

    #expect(outcome.cancelled == [] && outcome.yielded == [])
    harness.completeWrites(harness.resume())
    #expect(harness[panel]?.target.raw == 80)
    #expect(harness.release(key(1)).newTarget() == 30)
  }

  @Test func `a scene that yielded before it was suspended still yields afterwards`() {
    harness.completeWrites(harness.hold(.at(80), key(1)))
    harness.move(panel, to: 30)

    harness.suspend(1)
    harness.resume()

    #expect(harness[panel]?.target.raw == 30)
  }

  @Test func `a light connected during a suspension shows its base, and is held afterwards`() {
    harness.hold(.at(80), key(1))
    harness.completeWrites(harness.suspend(1))

    #expect(harness.connect(monitor, .monitor, range: range(100, .monitor), raw: 40).newTargets == [:])

    #expect(harness.resume().newTarget(monitor) == 80)
  }
}

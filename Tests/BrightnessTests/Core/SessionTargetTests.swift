import Guarantees
import Model
import Testing

@testable import Brightness

@Suite(.tags(.pureTarget)) struct SessionTargetTests {
  @Test func `the target depends on the scenes that hold, not on history`() throws {
    let (direct, roundabout) = (CoreHarness(panel: 60), CoreHarness(panel: 60))
    for harness in [direct, roundabout] {
      harness.open(1, with: try request(.at(80)), try request(.most(50)))
      harness.open(2, with: try request(.times(50)))
      harness.open(3, with: try request(.at(10)))
    }
    roundabout.appear(key(3))
    roundabout.appear(key(2))
    roundabout.appear(key(1, 2))
    roundabout.disappear(key(2))
    roundabout.end(3)
    roundabout.pop(from: key(1, 2))

    for harness in [direct, roundabout] {
      harness.appear(key(1, 1))
      harness.appear(key(2))
    }

    #expect(direct.shown == 40)
    #expect(roundabout.shown == direct.shown)
  }

  @Test func `the panel shows the base where no scene holds`() throws {
    let harness = CoreHarness(panel: 60)
    harness.open(1, with: try request(.at(80), expires: .seconds(60)), try request(.most(50)))
    harness.appear(key(1, 1))
    harness.appear(key(1, 2))

    harness.wait(.seconds(60))

    #expect(harness.shown == 60)
  }

  @Test func `a base that the user changed during a hold is kept`() throws {
    let harness = CoreHarness(panel: 60)
    harness.open(1, with: try request(.at(80)))
    harness.completeWrites(harness.appear(key(1)))
    harness.move(to: 33)

    harness.end(1)

    #expect(harness.shown == 33)
  }
}

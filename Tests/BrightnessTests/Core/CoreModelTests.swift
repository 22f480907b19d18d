import BrightnessModel
import Guarantees
import RandomHistories
import Testing

@testable import Brightness

@Suite(.tags(.pureTarget, .oneEnd)) struct CoreModelTests {
  @Test(arguments: historySeeds(12))
  func `after any history targets are the fold, bases are the user's, calls are answered and lights rest at base`(
    seed: UInt64
  ) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<60 {
      let history = (0..<80).map { _ in CoreStep(&random) }

      if let violation = violation(by: history) {
        let shortest = shrunk(history) { self.violation(by: $0) != nil }
        Issue.record("seed \(seed): \(violation); shortest: \(self.violation(by: shortest) ?? "") after \(shortest)")
        return
      }
    }
  }

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

  private func violation(by history: [CoreStep]) -> String? {
    let world = CoreWorld()
    for step in history {
      world.take(step)
      if world.violation != nil { return world.violation }
    }
    world.bringToRest()
    return world.violation
  }
}

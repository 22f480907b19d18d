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

import RandomHistories
import Testing

@testable import Brightness

@Suite struct CoreModelTests {
  @Test(arguments: historySeeds(6))
  func `after any history targets are the fold, bases are the user's, calls are answered and lights rest at base`(
    seed: UInt64
  ) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<60 {
      let history = (0..<80).map { _ in CoreStep(&random) }

      if let broken = broken(by: history) {
        let shortest = shrunk(history) { self.broken(by: $0) != nil }
        Issue.record("seed \(seed): \(broken); shortest: \(self.broken(by: shortest) ?? "") after \(shortest)")
        return
      }
    }
  }

  private func broken(by history: [CoreStep]) -> String? {
    let world = CoreWorld()
    for step in history {
      world.take(step)
      if world.broken != nil { return world.broken }
    }
    world.bringToRest()
    return world.broken
  }
}

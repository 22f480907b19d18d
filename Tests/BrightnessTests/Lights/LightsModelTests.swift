import RandomHistories
import Testing

@testable import Brightness

@Suite struct LightsModelTests {
  @Test(arguments: historySeeds(6))
  func `whatever happens, the base is the person's and every light comes to rest there`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<80 {
      let history = (0..<60).map { _ in LightsStep(&random) }

      if let broken = broken(by: history) {
        let shortest = shrunk(history) { self.broken(by: $0) != nil }
        Issue.record("seed \(seed): \(broken); shortest: \(self.broken(by: shortest) ?? "") after \(shortest)")
        return
      }
    }
  }

  private func broken(by history: [LightsStep]) -> String? {
    var world = LightsWorld()
    for step in history {
      world.take(step)
      if world.broken != nil { return world.broken }
    }
    world.bringToRest()
    return world.broken
  }
}

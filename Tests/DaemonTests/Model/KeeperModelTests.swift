import Glibc
import RandomHistories
import Testing

@Suite struct KeeperModelTests {
  @Test(arguments: [1, 2, 3, UInt64.random(in: 0 ... .max)])
  func `whatever happens, the base is the person's, outlives every death, and every light comes to rest there`(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    let length = 200
    for _ in 0..<max(1, modelSteps / 4 / length) {
      let history = (0..<length).map { _ in KeeperStep(&random) }

      if let broken = try broken(by: history) {
        let shortest = shrunk(history) { (try? self.broken(by: $0)) != nil }
        let words = shortest.map { "  \($0)" }.joined(separator: "\n")
        Issue.record("seed \(seed): \(broken); shortest: \(try self.broken(by: shortest) ?? "") after\n\(words)")
        return
      }
    }
  }

  private func broken(by history: [KeeperStep]) throws -> String? {
    var world = try KeeperWorld()
    for step in history {
      try world.take(step)
      if world.broken != nil { return world.broken }
    }
    try world.bringToRest()
    return world.broken
  }
}

/// How many steps the model takes in all; CI asks for more.
private var modelSteps: Int {
  getenv("BRIGHTNESSD_MODEL_STEPS").flatMap { Int(String(cString: $0)) } ?? 4_000
}

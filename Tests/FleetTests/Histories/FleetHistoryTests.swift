import Glibc
import RandomHistories
import Testing

@Suite struct FleetHistoryTests {
  /// In the history of the last seed a controller connects again within the step in which it lost
  /// its connection, and the will arrives much earlier than the next document.
  @Test(arguments: historySeeds(modelHistories) + [61_405])
  func `no hold outlives its controller by more than its lease, and each that is wanted is held`(seed: UInt64) throws {
    var world = try FleetWorld(seed: seed)

    #expect(world.run() == nil)
  }

  @Test func `the histories contain every kind of failure`() throws {
    var counts = FleetWorld.Counts()
    for seed in UInt64(1)...5 {
      var world = try FleetWorld(seed: seed)
      _ = world.run()
      counts += world.counts
    }

    #expect(counts.isComplete, "\(counts)")
  }

  @Test func `without a lease a hold outlives its controller`() throws {
    let violation = try firstViolation(FleetWorld.Rules(lease: .seconds(3600)))

    #expect(violation?.contains("outlived its controller") == true)
  }

  @Test func `without a grace a stopping broker ends holds`() throws {
    let violation = try firstViolation(FleetWorld.Rules(grace: .zero))

    #expect(violation?.contains("a stopping broker ended") == true)
  }

  private func firstViolation(_ rules: FleetWorld.Rules) throws -> String? {
    for seed in UInt64(1)...40 {
      var world = try FleetWorld(seed: seed, rules: rules)
      if let violation = world.run() { return "seed \(seed): \(violation)" }
    }
    return nil
  }
}

/// As many histories as make the number of steps in the variable. In most steps of a history
/// nothing happens.
private let modelHistories: UInt64 =
  getenv("BRIGHTNESSD_MODEL_STEPS").flatMap { UInt64(String(cString: $0)) }.map { max(20, $0 / FleetWorld.steps) } ?? 20

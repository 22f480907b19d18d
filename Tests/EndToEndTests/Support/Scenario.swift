import HardwareTesting
import Testing

/// A call, or the end of a client, and the system calls by which the daemon changes its environment
/// in response.
enum Scenario: String, CaseIterable {
  case claim, claimAboveAnother, claimOfTwoLights, end, endAboveAnother, endOnTwoLights

  static let monitor = FakeDevice.backlight("ddcci5", level: 30, in: "devices/platform/b")

  /// The lights, each with the level that the user set.
  var lights: [(device: FakeDevice, userLevel: Int)] {
    let panel = (Machine.panel, Machine.userLevel)
    return self == .claimOfTwoLights || self == .endOnTwoLights ? [panel, (Self.monitor, 30)] : [panel]
  }

  /// Whether it begins with the end of a client instead of a call.
  var isEnd: Bool { self == .end || self == .endAboveAnother || self == .endOnTwoLights }

  /// Whether another client holds the light too.
  var hasAnother: Bool { self == .claimAboveAnother || self == .endAboveAnother }

  var steps: [String] {
    let record = [
      "create state/restore-records.new", "write state/restore-records.new",
      "rename state/restore-records.new state/restore-records",
    ]
    let hangUp = ["shut socket"]
    switch self {
    case .claim: return write("panel", 19_200, after: record) + ["send socket"]
    case .claimAboveAnother: return write("panel", 19_200) + ["send socket"]
    case .claimOfTwoLights:
      return write("panel", 19_200, after: record) + write("ddcci5", 100, after: record) + ["send socket"]
    case .end: return hangUp + write("panel", 7_373) + ["remove state/restore-records"]
    case .endAboveAnother: return hangUp + write("panel", 5_760)
    case .endOnTwoLights:
      return hangUp + record + write("panel", 7_373) + write("ddcci5", 30) + ["remove state/restore-records"]
    }
  }

  /// The light is opened for its reading, which comes before its first record.
  private func write(_ light: String, _ level: Int, after record: [String] = []) -> [String] {
    ["open \(light)/brightness"] + record
      + ["write \(light)/brightness \(level)", "cut \(light)/brightness"]
  }

  /// The steps in a comparable order: two lights are written by one thread each, so their steps may
  /// interleave.
  func comparable(_ steps: [String]) -> [String] { lights.count == 1 ? steps : steps.sorted() }

  /// Each moment between two steps, before the first and after the last.
  static let killPoints = allCases.flatMap { scenario in
    (1...scenario.steps.count).map { KillPoint(scenario, "before \($0)") } + [
      KillPoint(scenario, "after \(scenario.steps.count)")
    ]
  }
}

/// A moment of a scenario at which the daemon is killed.
struct KillPoint: CustomTestStringConvertible {
  let scenario: Scenario
  let moment: String

  init(_ scenario: Scenario, _ moment: String) {
    self.scenario = scenario
    self.moment = moment
  }

  var testDescription: String { "\(scenario): \(moment)" }
}

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
    let record = Self.replace("restore-records")
    let hangUp = ["shut socket"]
    switch self {
    case .claim: return Self.write(19_200, after: record) + ["send socket"]
    case .claimAboveAnother: return Self.write(19_200) + ["send socket"]
    case .claimOfTwoLights:
      return Self.write(19_200, after: record) + Self.write(100, to: "ddcci5", after: record) + ["send socket"]
    case .end: return hangUp + Self.write(7_373) + ["remove state/restore-records"]
    case .endAboveAnother: return hangUp + Self.write(5_760)
    case .endOnTwoLights:
      return hangUp + record + Self.write(7_373) + Self.write(30, to: "ddcci5") + ["remove state/restore-records"]
    }
  }

  /// The steps in which a file of the state folder is replaced.
  static func replace(_ file: String) -> [String] {
    ["create state/\(file).new", "write state/\(file).new", "rename state/\(file).new state/\(file)"]
  }

  /// The light is opened for its reading, which comes before its first record.
  static func write(_ level: Int, to light: String = "panel", after record: [String] = []) -> [String] {
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

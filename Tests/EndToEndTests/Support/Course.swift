import HardwareTesting
import Testing

/// Something that a daemon is asked for, or that happens to it, with the steps of which it is made: each system call by which
/// the daemon changes what is outside of it.
enum Course: String, CaseIterable {
  case claim, claimAboveAnother, claimOfTwoLights, end, endAboveAnother, endOnTwoLights

  static let monitor = FakeDevice.backlight("ddcci5", level: 30, in: "devices/platform/b")

  /// The lights, each with what a person has set.
  var lights: [(device: FakeDevice, wanted: Int)] {
    let panel = (Machine.panel, Machine.wanted)
    return self == .claimOfTwoLights || self == .endOnTwoLights ? [panel, (Self.monitor, 30)] : [panel]
  }

  /// Whether it begins with the end of a client, and not with a call.
  var isEnd: Bool { self == .end || self == .endAboveAnother || self == .endOnTwoLights }

  /// Whether another client claims the light besides.
  var hasAnother: Bool { self == .claimAboveAnother || self == .endAboveAnother }

  var steps: [String] {
    let record = [
      "create state/restore-records.new", "write state/restore-records.new",
      "rename state/restore-records.new state/restore-records",
    ]
    let hangUp = ["shut socket"]
    switch self {
    case .claim: return record + write("panel", 19_200) + ["send socket"]
    case .claimAboveAnother: return write("panel", 19_200) + ["send socket"]
    case .claimOfTwoLights: return record + record + write("panel", 19_200) + write("ddcci5", 100) + ["send socket"]
    case .end: return hangUp + write("panel", 7_373) + ["remove state/restore-records"]
    case .endAboveAnother: return hangUp + write("panel", 5_760)
    case .endOnTwoLights:
      return hangUp + record + write("panel", 7_373) + write("ddcci5", 30) + ["remove state/restore-records"]
    }
  }

  private func write(_ light: String, _ level: Int) -> [String] {
    ["open \(light)/brightness", "write \(light)/brightness \(level)", "cut \(light)/brightness"]
  }

  /// Two lights are written by a thread each, and how their steps mix is not said.
  func comparable(_ steps: [String]) -> [String] { lights.count == 1 ? steps : steps.sorted() }

  /// Each moment between two steps, before the first and after the last.
  static let deaths = allCases.flatMap { course in
    (1...course.steps.count).map { Death(course, "before \($0)") } + [Death(course, "after \(course.steps.count)")]
  }
}

/// A daemon's death in a course.
struct Death: CustomTestStringConvertible {
  let course: Course
  let moment: String

  init(_ course: Course, _ moment: String) {
    self.course = course
    self.moment = moment
  }

  var testDescription: String { "\(course): \(moment)" }
}

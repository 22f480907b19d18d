import EventLoop

/// All that the doctor has found.
struct Findings: Sendable {
  var all: [Finding] = []
  /// Whether the daemon is the user's own, which another systemd looks after.
  var isOfUser = false
  /// The folder in which the daemon records what lights are owed.
  var state = "/run/brightnessd/state"

  var isWell: Bool { wrongCount == 0 }

  private var wrongCount: Int { all.count { $0.grade == .wrong } }

  /// A line for each, with what to do below it, and what it comes to.
  func lines(on screen: Screen) -> [String] {
    let widths = (Finding.Grade.allCases.map(\.rawValue.count).max() ?? 0, all.map(\.subject.count).max() ?? 0)
    let indent = widths.0 + widths.1 + 4
    let room = screen.columns.map { max(20, $0 - indent) }
    let told = all.flatMap { finding -> [String] in
      let grade = finding.grade.style.applied(to: finding.grade.rawValue.padded(to: widths.0), on: screen)
      let head = "\(grade)  \(finding.subject.padded(to: widths.1))  "
      let said = [finding.sentence] + (finding.advice.map { ["to do: \($0)"] } ?? [])
      let text = said.flatMap { screen.shown($0.inOneLine(atMost: 400)).wrapped(to: room) }
      return text.enumerated().map { $0.offset == 0 ? head + $0.element : "".padded(to: indent) + $0.element }
    }
    return told + [verdict]
  }

  private var verdict: String {
    switch wrongCount {
    case 0: "all is well"
    case 1: "1 thing is wrong"
    default: "\(wrongCount) things are wrong"
    }
  }
}

extension Finding.Grade {
  fileprivate var style: Style {
    switch self {
    case .well: .lit
    case .note: .held
    case .wrong: .trouble
    }
  }
}

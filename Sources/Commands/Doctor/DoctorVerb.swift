import CommandLines
import ControlAPI
import EventLoop
import Varlink

/// `doctor`: what is well, what is wrong, and what to do.
struct DoctorVerb: Verb {
  static let name = "doctor"
  static let grammar = Grammar(
    name,
    "looks for what is wrong, and says what to do",
    options: [.json],
    details: [
      """
      Looks at the daemon, its lights, those that it does not use, what it owes, its configuration, what you may do, and
      at other programs that move lights. It changes nothing. Each line is well, a note, or wrong.
      """,
      "The status is 0 where nothing is wrong, else 1; that no daemon answers is one of the things that are wrong.",
    ],
    examples: [
      .init("doctor", "what to look at first"),
      .init("doctor --json", "the same for a program"),
    ]
  )

  let isJSON: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    isJSON = arguments.has(.json)
  }

  func run(in surroundings: Surroundings, on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let findings = await Self.findings(on: daemon, in: .real)
    if isJSON {
      try surroundings.say([JSONLine.text(("well", findings.isWell), ("findings", findings.all))])
    } else {
      try surroundings.say(findings.lines(on: surroundings.screen))
    }
    return findings.isWell ? .done : .refused
  }

  static func findings(on daemon: DaemonAddress, in outside: Outside) async -> Findings {
    var findings = Findings()
    findings.isOfUser = daemon.isOfUser
    findings.state = daemon.state
    do throws(Failure) {
      let (report, lights) = try await ask(daemon)
      findings.add(report, lights, at: daemon.socket)
      for light in lights { findings.look(atFileOf: light.id, under: report.sysfs, in: outside) }
    } catch {
      findings.add(.wrong, "daemon", daemon.socket, error.reason, do: error.hint)
      findings.lookFromOutside(in: outside)
    }
    findings.look(atStateIn: outside)
    findings.look(forRivalsIn: outside)
    findings.look(forRulesIn: outside)
    return findings
  }

  private static func ask(
    _ daemon: DaemonAddress
  ) async throws(Failure) -> (HealthInterface.Report.Reply, [LightsInterface.Light]) {
    let client = try daemon.connect()
    do {
      return (try await client.health.report(), try await client.lights.list().lights)
    } catch {
      throw Failure(error, cannot: "ask", daemon.socket)
    }
  }
}

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

/// Something that the doctor has looked at, how it is, and what to do about it.
struct Finding: Hashable, Sendable {
  enum Grade: String, CaseIterable, JSONWritable {
    case well
    /// Worth knowing, and no fault.
    case note
    case wrong
  }

  let grade: Grade
  /// In a word: `daemon`, `light`, `rival`.
  let subject: String
  /// The name of the thing, for programs.
  let object: String
  /// How it is.
  let sentence: String
  var advice: String?

  init(_ grade: Grade, _ subject: String, _ object: String, _ sentence: String, do advice: String? = nil) {
    self.grade = grade
    self.subject = subject
    self.object = object
    self.sentence = sentence
    self.advice = advice
  }
}

extension Finding: JSONObjectWritable {
  func writeFields(to writer: inout JSONWriter) {
    writer.field("grade", grade)
    writer.field("subject", subject)
    writer.field("object", object)
    writer.field("sentence", sentence)
    writer.field("advice", advice)
  }
}

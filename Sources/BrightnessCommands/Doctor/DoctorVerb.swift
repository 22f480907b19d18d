import BrightnessControl
import BrightnessEventLoop
import BrightnessVarlink
import CommandLines
import Commands

struct DoctorVerb: Verb {
  static let grammar = Grammar(
    name: "doctor",
    summary: "find problems and suggest fixes",
    options: [.json, .machine, .allow],
    details: [
      """
      It checks the daemon, lights, unused devices, pending restores, the configuration, permissions, the light sensor if
      automatic brightness is on, the bridge to an MQTT broker, and programs that also change lights. Without --allow it changes nothing. Each line is
      ok, a note, or a problem.
      """,
      """
      With --machine it prints a line of JSON with everything that decides which lights are used: devices, their places, \
      drivers and ranges, and what monitors report about themselves, without serial numbers. If a light is wrong or missing, \
      add this line to your report.
      """,
      "The exit status is 0 if there is no problem, and 1 otherwise. A daemon that does not answer is a problem.",
    ],
    examples: [("doctor", "when something does not work"), ("doctor --json", "the same as JSON")]
  ) { arguments throws(UsageError) in
    DoctorVerb(
      isJSON: arguments.has(.json),
      describesMachine: arguments.has(.machine),
      allowed: arguments.value(of: .allow)
    )
  }

  let isJSON: Bool
  let describesMachine: Bool
  /// A monitor to unblock, after the machine crashed at the first message to it.
  let allowed: String?

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    if let allowed { return try await allow(allowed, on: daemon) }
    if describesMachine { return try await describe(on: daemon) }
    let findings = await Findings(of: daemon, .real)
    let json = JSONLine.text(("ok", findings.areOK), ("findings", findings.all))
    try Console.print(isJSON ? [json] : findings.lines(on: Console.screen))
    return findings.areOK ? .success : .failed
  }

  /// Describes the machine on which the daemon looks for lights, or this one without a daemon.
  private func describe(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let report = try? await daemon.connect().ask("ask", daemon.socket) { (client) throws(ControlError) in
      try await client.health.report()
    }
    try Console.print([MachineDescription(below: report?.sysfs ?? "/sys").line])
    return .success
  }

  private func allow(_ monitor: String, on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let wasBlocked = try await daemon.connect().ask("allow", monitor) { (client) throws(ControlError) in
      try await client.health.allowMonitor(light: monitor).wasBlocked
    }
    try Console.print([wasBlocked ? "\(monitor) may be contacted" : "\(monitor) was not blocked"])
    return .success
  }
}

struct Findings: Sendable {
  var all: [Finding] = []
  /// Whether the daemon is the per-user one, which another systemd manages.
  var isOfUser = false
  /// Whether systemd runs, so that its commands can be advised.
  var hasSystemd = true
  /// The directory of the daemon's restore records.
  var stateFolder = "/run/brightnessd/state"

  var areOK: Bool { problemCount == 0 }

  private var problemCount: Int { all.count { $0.grade == .problem } }
}

extension Findings {
  init(of daemon: DaemonAddress, _ system: SystemView) async {
    isOfUser = daemon.isOfUser
    stateFolder = daemon.stateFolder
    hasSystemd = system.exists("/run/systemd/system")
    var isAutomatic = false
    do throws(Failure) {
      let client = try daemon.connect()
      let report = try await client.ask("ask", daemon.socket) { (client) throws(ControlError) in
        try await client.health.report()
      }
      let lights = try await client.lightList()
      add(report, lights, at: daemon.socket, in: system)
      isAutomatic = lights.areAutomatic
      if isAutomatic, let automatic = try? await client.automatic.report() { add(automatic) }
      for light in lights { checkFile(of: light.id, under: report.sysfs, in: system) }
    } catch {
      add(.problem, "daemon", daemon.socket, error.reason, fix: error.hint)
      checkWithoutDaemon(in: system)
    }
    checkState(in: system)
    checkPrograms(in: system, isAutomatic: isAutomatic)
    checkRules(in: system)
    if !isOfUser, hasSystemd { checkBridge(in: system) }
  }

  mutating func add(_ grade: Finding.Grade, _ subject: String, _ object: String, _ text: String, fix: String? = nil) {
    all.append(Finding(grade: grade, subject: subject, object: object, message: text, fix: fix))
  }

  /// A line for each finding with its fix below, and the number of problems.
  func lines(on screen: Screen) -> [String] {
    let gradeWidth = Finding.Grade.allCases.map(\.rawValue.count).max() ?? 0
    let subjectWidth = all.map(\.subject.count).max() ?? 0
    let indent = gradeWidth + subjectWidth + 4
    let room = screen.columns.map { max(20, $0 - indent) }
    let lines = all.flatMap { finding -> [String] in
      let grade = finding.grade.style.applied(to: finding.grade.rawValue.padded(to: gradeWidth), on: screen)
      let head = "\(grade)  \(finding.subject.padded(to: subjectWidth))  "
      let paragraphs = [finding.message] + (finding.fix.map { ["fix: \($0)"] } ?? [])
      let text = paragraphs.flatMap { screen.shown($0.inOneLine(atMost: 400)).wrapped(to: room) }
      return text.enumerated().map { $0.offset == 0 ? head + $0.element : "".padded(to: indent) + $0.element }
    }
    let count = problemCount == 1 ? "1 problem" : "\(problemCount) problems"
    return lines + [areOK ? "no problems" : count]
  }
}

struct Finding: Hashable, JSONObjectWritable {
  enum Grade: String, CaseIterable, JSONWritable {
    case ok, note, problem

    fileprivate var style: Style {
      switch self {
      case .ok: .good
      case .note: .warning
      case .problem: .problem
      }
    }
  }

  let grade: Grade
  /// The area: `daemon`, `light`, `config`.
  let subject: String
  /// The light, file or program.
  let object: String
  let message: String
  var fix: String?

  func writeFields(to writer: inout JSONWriter) {
    writer.field("grade", grade)
    writer.field("subject", subject)
    writer.field("object", object)
    writer.field("message", message)
    writer.field("fix", fix)
  }
}

import CommandLines
import ControlAPI

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
      return (try await client.report(), try await client.lights())
    } catch {
      throw Failure(error, cannot: "ask", daemon.socket)
    }
  }
}

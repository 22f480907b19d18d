import CommandLines
import ControlAPI
import EventLoop
import Model

/// The program without a verb: shows all lights and their holds.
struct OverviewVerb: Verb {
  static let grammar = Grammar(
    name: "",
    summary: "show all lights and holds in a table",
    options: [.json],
    examples: [("", "the table")]
  ) { OverviewVerb(isJSON: $0.has(.json)) }

  let isJSON: Bool

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let client = try daemon.connect()
    let overview = Overview(lights: try await client.lightList(), sessions: try await client.sessionList())
    let json = JSONLine.text(("lights", overview.lights), ("holds", overview.sessions))
    try Console.print(isJSON ? [json] : overview.lines(on: Console.screen, .ofSystem))
    return .success
  }
}

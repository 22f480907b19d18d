import CommandLines
import ControlAPI

/// The program without a verb: what is lit, and by whom.
struct OverviewVerb: Verb {
  static let name = ""
  static let grammar = Grammar(
    name,
    "a table of what is lit, and by whom",
    options: [.json],
    examples: [.init("", "the table")]
  )

  let isJSON: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    isJSON = arguments.has(.json)
  }

  func run(in surroundings: Surroundings, on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let client = try daemon.connect()
    let picture: Overview
    do {
      picture = Overview(lights: try await client.lights(), sessions: try await client.sessions())
    } catch {
      throw Failure(error, cannot: "list", "lights")
    }
    if isJSON {
      try surroundings.say([
        JSONLine.text(("lights", picture.lights), ("sessions", picture.sessions))
      ])
    } else {
      try surroundings.say(picture.lines(on: surroundings.screen, surroundings.names))
    }
    return .done
  }
}

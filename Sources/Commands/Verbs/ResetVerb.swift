import CommandLines
import ControlAPI

/// `reset`: the panic button.
struct ResetVerb: Verb {
  static let all = Option("--all", "the sessions of everybody, which only root may end")

  static let name = "reset"
  static let grammar = Grammar(
    name,
    "ends all of your sessions, and brings every light back to what you wanted",
    options: [all, .json],
    details: ["It comes back when the lights are back. What cannot be brought back now is tried again by the daemon."],
    examples: [
      .init("reset", "your own sessions end"),
      .init("reset --all", "everybody's do"),
    ]
  )

  let isForAll: Bool
  let isJSON: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    isForAll = arguments.has(Self.all)
    isJSON = arguments.has(.json)
  }

  func run(in surroundings: Surroundings, on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let client = try daemon.connect()
    let ended: Int
    do {
      ended = try await client.sessions.reset(all: isForAll ? true : nil).sessions
    } catch {
      throw Failure(
        error,
        cannot: "reset",
        isForAll ? "all" : "sessions",
        mayBeDoneBy: isForAll ? Failure.rootMay : Failure.whoMay
      )
    }
    if isJSON { try surroundings.say([JSONLine.text(("sessions", ended))]) }
    return .done
  }
}

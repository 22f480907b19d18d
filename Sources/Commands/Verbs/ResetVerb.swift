import CommandLines
import ControlAPI

/// `reset`: ends all sessions of the user.
struct ResetVerb: Verb {
  static let all = Option(name: "--all", meaning: "end the sessions of all users, as root")

  static let grammar = Grammar(
    name: "reset",
    summary: "end all your sessions and restore the base levels",
    options: [all, .json],
    details: ["It waits until the base levels are restored. The daemon retries a restore that fails."],
    examples: [("reset", "end your own sessions"), ("reset --all", "end the sessions of all users")]
  )

  let isForAll: Bool
  let isJSON: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    isForAll = arguments.has(Self.all)
    isJSON = arguments.has(.json)
  }

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let allowed = isForAll ? Failure.onlyRoot : Failure.allowedUsers
    let client = try await daemon.connectPatiently(for: "reset")
    let ended = try await client.ask("reset", isForAll ? "all" : "sessions", allowed: allowed) {
      (client) throws(ControlError) in try await client.sessions.reset(all: isForAll ? true : nil).sessions
    }
    if isJSON { try Console.print([JSONLine.text(("sessions", ended))]) }
    return .success
  }
}

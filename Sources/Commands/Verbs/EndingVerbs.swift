import CommandLines
import ControlAPI

struct CancelVerb: Verb {
  private static let operand = Parameter(
    name: "SESSION",
    expected: "a session number, as listed by `brightness holds`",
    kind: .session
  )

  static let grammar = Grammar(
    name: "cancel",
    summary: "end a session and all its holds",
    operands: [operand],
    options: [.json],
    details: ["Only root may end sessions of other users."],
    examples: [("cancel 7", "end session 7")]
  ) { arguments throws(UsageError) in
    let word = try arguments.word()
    guard let number = Int(word), number > 0, word == "\(number)" else {
      throw .unexpectedWord(word, expected: operand.expected)
    }
    return CancelVerb(session: number, isJSON: arguments.has(.json))
  }

  let session: Int
  let isJSON: Bool

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    try await daemon.connectPatiently(for: "cancel").ask("cancel", "session \(session)", allowed: Failure.onlyRoot) {
      (client) throws(ControlError) in try await client.sessions.cancel(session: session)
    }
    if isJSON { try Console.print([JSONLine.text(("session", session))]) }
    return .success
  }
}

struct ResetVerb: Verb {
  private static let all = Option(name: "--all", meaning: "end the sessions of all users, as root")

  static let grammar = Grammar(
    name: "reset",
    summary: "end all your sessions and restore the base levels",
    options: [all, .json],
    details: ["It waits until the base levels are restored. The daemon retries a restore that fails."],
    examples: [("reset", "end your own sessions"), ("reset --all", "end the sessions of all users")]
  ) { ResetVerb(isForAll: $0.has(all), isJSON: $0.has(.json)) }

  let isForAll: Bool
  let isJSON: Bool

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

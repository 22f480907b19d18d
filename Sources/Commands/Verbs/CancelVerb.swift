import CommandLines
import ControlAPI

/// `cancel`: ends a session.
struct CancelVerb: Verb {
  static let grammar = Grammar(
    name: "cancel",
    summary: "end a session and all its holds",
    operands: [
      Parameter(name: "SESSION", expected: "a session number, as listed by `brightness holds`", kind: .session)
    ],
    options: [.json],
    details: ["Only root may end sessions of other users."],
    examples: [("cancel 7", "end session 7")]
  )

  let session: Int
  let isJSON: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    let word = try arguments.word()
    guard let number = Int(word), number > 0, word == "\(number)" else {
      throw .unexpectedWord(word, expected: Self.grammar.operands[0].expected)
    }
    session = number
    isJSON = arguments.has(.json)
  }

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    try await daemon.connectPatiently(for: "cancel").ask("cancel", "session \(session)", allowed: Failure.onlyRoot) {
      (client) throws(ControlError) in try await client.sessions.cancel(session: session)
    }
    if isJSON { try Console.print([JSONLine.text(("session", session))]) }
    return .success
  }
}

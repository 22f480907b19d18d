import CommandLines
import ControlAPI

/// `cancel`: the end of somebody's session.
struct CancelVerb: Verb {
  static let name = "cancel"
  static let grammar = Grammar(
    name,
    "ends a session, and all that it holds",
    operands: [Operand("SESSION", .one, "the number of a session, which `brightness sessions` tells", .session)],
    options: [.json],
    details: ["Everybody may end the sessions of their own; those of others, root alone."],
    examples: [.init("cancel 7", "session 7 ends")]
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

  func run(in surroundings: Surroundings, on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let client = try daemon.connect()
    do {
      try await client.sessions.cancel(session: session)
    } catch {
      throw Failure(error, cannot: "cancel", "session \(session)", mayBeDoneBy: Failure.rootMay)
    }
    if isJSON { try surroundings.say([JSONLine.text(("session", session))]) }
    return .done
  }
}

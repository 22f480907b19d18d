import BrightnessControl
import BrightnessEventLoop
import CommandLines
import Commands

struct CancelVerb: Verb {
  private static let operand = Parameter(
    name: "HOLD",
    expected: "a session number or the name of a hold, as listed by `brightness holds`",
    kind: .session
  )

  static let grammar = Grammar(
    name: VerbName.cancel,
    summary: "end a session and all its holds",
    operands: [operand],
    options: [.json],
    details: [
      "It prints the holds that it ended.",
      "A HOLD is the number of a session, or a name that only one session uses. Only root may end sessions of other users.",
    ],
    examples: [("cancel film", "end the session that holds under this name"), ("cancel 7", "end session 7")]
  ) { arguments throws(UsageError) in CancelVerb(hold: try arguments.word(), isJSON: arguments.has(.json)) }

  let hold: String
  let isJSON: Bool

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let sessions = try await daemon.connect().sessionList()
    let session = try Self.session(of: hold, among: sessions)
    let ended = sessions.filter { $0.id == session }
    // Before the session ends, because its program may end with it.
    let endings = ended.flatMap(\.ending)
    try await daemon.askPatiently("cancel", "session \(session)", needing: .endSessionsOfOthers) {
      (client) throws(ControlError) in try await client.sessions.cancel(session: session)
    }
    try Console.print(isJSON ? [JSONLine.text(("session", session), ("holds", ended))] : endings)
    return .success
  }

  /// The number of the session that a word names; a word of digits is always a number.
  static func session(of hold: String, among sessions: [Session]) throws(Failure) -> Int {
    if let number = Int(hold), number > 0, hold == "\(number)" { return number }
    let found = sessions.filter { $0.scenes.contains { $0.name == hold } }.map(\.id)
    let object = "cannot cancel '\(hold.inOneLine(atMost: 40))'"
    guard let first = found.first else {
      let names = Set(sessions.flatMap(\.scenes).compactMap(\.name)).sorted()
      let all = hold == "all" ? "`\(Grammar.program) reset` ends all your holds" : nil
      let hint = all ?? (names.isEmpty ? "there are no holds with a name" : "known: \(names.joined(separator: ", "))")
      throw Failure(.noSuchHold, reason: "\(object): there is no hold of this name", hint: hint)
    }
    guard found.count == 1 else {
      let numbers = found.map { "\($0)" }.joined(separator: ", ")
      throw Failure(.ambiguousHold, reason: "\(object): several sessions use this name", hint: "name one of \(numbers)")
    }
    return first
  }
}

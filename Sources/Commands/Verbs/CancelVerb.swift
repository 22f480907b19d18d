import CommandLines
import ControlAPI
import EventLoop
import Glibc

struct CancelVerb: Verb {
  private static let operand = Parameter(
    name: "HOLD",
    expected: "a session number or the name of a hold, as listed by `brightness holds`",
    kind: .session
  )

  static let grammar = Grammar(
    name: "cancel",
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
    try await daemon.askPatiently("cancel", "session \(session)", needing: .endSessionsOfOthers) {
      (client) throws(ControlError) in try await client.sessions.cancel(session: session)
    }
    let ended = sessions.filter { $0.id == session }
    try Console.print(isJSON ? [JSONLine.text(("session", session), ("holds", ended))] : ended.flatMap(\.ending))
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

struct ResetVerb: Verb {
  private static let all = Option(name: "--all", meaning: "end the holds of all users, as root")

  static let grammar = Grammar(
    name: "reset",
    summary: "end all your holds; lights that no other user holds are restored",
    options: [all, .json],
    details: [
      """
      It waits until the base levels are restored, and prints the holds that it ended. The daemon retries a restore that
      fails.
      """
    ],
    examples: [("reset", "end your own holds"), ("reset --all", "end the holds of all users")]
  ) { ResetVerb(isForAll: $0.has(all), isJSON: $0.has(.json)) }

  let isForAll: Bool
  let isJSON: Bool

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let right = isForAll ? Failure.Right.endSessionsOfOthers : .changeLights
    let held = try await daemon.connect().sessionList()
      .filter { !$0.scenes.isEmpty && (isForAll || $0.uid == Int(getuid())) }
    let ended = try await daemon.askPatiently("reset", isForAll ? "all" : "sessions", needing: right) {
      (client) throws(ControlError) in try await client.sessions.reset(all: isForAll ? true : nil).sessions
    }
    if isJSON {
      try Console.print([JSONLine.text(("sessions", ended), ("holds", held))])
    } else {
      try Console.print(held.isEmpty ? ["no holds"] : held.flatMap(\.ending))
    }
    return .success
  }
}

extension Session {
  /// What ended with the session, a line for each hold.
  fileprivate var ending: [String] {
    if scenes.isEmpty { return ["ended session \(id), which held nothing"] }
    return scenes.map { Console.screen.shown("ended \(text($0, .ofSystem))") }
  }
}

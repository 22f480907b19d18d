import CommandLines
import ControlAPI
import EventLoop

/// `hold`: lights at another level for as long as something lasts.
struct HoldVerb: Verb {
  static let sceneName = Option("--name", "what it is called, for people", value: .text("NAME", "a name"))
  static let reason = Option("--reason", "why, for people", value: .text("REASON", "a reason"))
  static let time = Option(
    "--for",
    "how long at most, such as 10m or 1h30m",
    value: Option.Value(placeholder: "TIME", expected: "a time such as 10m", kind: .free)
  )
  static let priority = Option(
    "--priority",
    "among the claims of others: low, normal or high",
    value: .word(SessionsInterface.Priority.self, "PRIORITY")
  )
  static let onChange = Option(
    "--on-change",
    "when you change the light meanwhile: yield to you, rebase and stay, or cancel",
    value: .word(SessionsInterface.OnUserChange.self, "WHAT")
  )

  static let name = "hold"
  static let grammar = Grammar(
    name,
    "holds lights at another level for as long as it runs, or a command does",
    options: ClaimWords.options + [time, sceneName, reason, priority, onChange, .fade, .json],
    details: [
      """
      The levels are claims: the lights go back, however it ends. Several claims compose, and a --light is for the claims
      that stand before it, back to the next --light.
      """,
      """
      With a COMMAND it begins when the lights show it, and ends when the command does, with its status, or 128 and the number
      of the signal that killed it. Signals are passed on. Without one it holds until it is interrupted.
      """,
      """
      While another user's session is the active one at the seat where yours is, the hold is suspended: the lights are theirs,
      and come back with you.
      """,
      """
      When the daemon dies the lights go back; the command runs on, and the hold is taken again when a daemon is back.
      """,
    ],
    examples: [
      .init("hold --max", "full brightness until Ctrl-C"),
      .init("hold --at-most 30% -- mpv film.mkv", "dimmed for a film"),
      .init("hold --max --light panel --at 0% --light keyboard --for 10m", "two lights, for ten minutes"),
    ],
    takesCommand: true
  )

  let scene: SessionsInterface.SceneRequest
  let command: [String]?
  let isJSON: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    command = arguments.command
    if command?.first?.isEmpty ?? (command != nil) { throw .missingValue("--", expected: "a command") }
    let program = command?.first?.split(separator: "/").last.map(String.init)
    scene = SessionsInterface.SceneRequest(
      name: arguments.value(of: Self.sceneName) ?? program,
      reason: arguments.value(of: Self.reason),
      claims: try ClaimWords.claims(arguments),
      priority: try arguments.value(of: Self.priority, as: Self.word),
      onUserChange: try arguments.value(of: Self.onChange, as: Self.word),
      expires: try arguments.value(of: Self.time) { (text) throws(UsageError) in try Duration(word: text) },
      fade: try arguments.value(of: .fade) { (text) throws(UsageError) in try Duration(word: text) }
    )
    isJSON = arguments.has(.json)
    if isJSON, command != nil { throw .rivals(Option.json.name, "--") }
  }

  func run(in surroundings: Surroundings, on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let first = try daemon.connect()
    let hold = HoldProcess(command: command, isJSON: isJSON, surroundings: surroundings, loop: daemon.loop)
    return try await hold.run(HeldScene(scene, on: daemon, by: first))
  }

  private static func word<Word: RawRepresentable & CaseIterable>(
    _ text: String
  ) throws(UsageError) -> Word where Word.RawValue == String {
    guard let word = Word(rawValue: text) else { throw .unexpectedWord(text, expected: Word.choice) }
    return word
  }
}

extension Option.Value {
  static func text(_ placeholder: String, _ expected: String) -> Option.Value {
    Option.Value(placeholder: placeholder, expected: expected, kind: .free)
  }

  /// One of the words of an enumeration.
  static func word<Word: RawRepresentable & CaseIterable>(
    _: Word.Type,
    _ placeholder: String
  ) -> Option.Value where Word.RawValue == String {
    Option.Value(placeholder: placeholder, expected: Word.choice, kind: .oneOf(Word.allCases.map(\.rawValue)))
  }
}

extension RawRepresentable where Self: CaseIterable, RawValue == String {
  /// The words there are, as an error says it.
  fileprivate static var choice: String { "one of \(allCases.map(\.rawValue).joined(separator: ", "))" }
}

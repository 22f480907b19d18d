import CommandLines
import ControlAPI

/// `hold`: holds a brightness until it is interrupted, or while a command runs.
struct HoldVerb: Verb {
  static let sceneName = Option(name: "--name", meaning: "name of the hold", value: text("NAME", "a name"))
  static let reason = Option(name: "--reason", meaning: "reason for the hold", value: text("REASON", "a reason"))
  static let time = Option(
    name: "--for",
    meaning: "end the hold after TIME, such as 10m or 1h30m",
    value: text("TIME", "a time such as 10m")
  )
  static let priority = Option(
    name: "--priority",
    meaning: "priority over other holds: low, normal or high",
    value: .choice("PRIORITY", of: SessionsInterface.Priority.self)
  )
  static let onChange = Option(
    name: "--on-change",
    meaning: "when you change the light meanwhile: yield to the change, rebase on it, or cancel the hold",
    value: .choice("ACTION", of: SessionsInterface.OnUserChange.self)
  )

  static let grammar = Grammar(
    name: "hold",
    summary: "hold a brightness until interrupted, or while COMMAND runs",
    options: ClaimOptions.options + [time, sceneName, reason, priority, onChange, .fade, .json],
    details: [
      """
      The levels are claims, which combine. A --light applies to the claims before it, back to the previous --light. When
      the hold ends, for any reason, the base level is restored.
      """,
      """
      COMMAND starts when the level is applied, and the hold ends when it exits. The exit status is that of COMMAND, or 128
      plus the number of the signal that killed it; 126 if it cannot be run, 127 if it is not found. Signals are forwarded.
      """,
      "While the session of another user is active on your seat, the hold is suspended.",
      "When the daemon dies, the base level is restored and COMMAND goes on. The hold resumes with the next daemon.",
    ],
    examples: [
      ("hold --max", "full brightness until Ctrl-C"),
      ("hold --at-most 30% -- mpv film.mkv", "dimmed during a film"),
      ("hold --max --light panel --at 0% --light keyboard --for 10m", "two lights, for ten minutes"),
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
      claims: try ClaimOptions.claims(arguments),
      priority: try Self.choice(Self.priority, arguments),
      onUserChange: try Self.choice(Self.onChange, arguments),
      expires: try arguments.value(of: Self.time, as: Duration.init(argument:)),
      fade: try arguments.value(of: .fade, as: Duration.init(argument:))
    )
    isJSON = arguments.has(.json)
    if isJSON, command != nil { throw .conflict(Option.json.name, "--") }
  }

  private static func text(_ name: String, _ expected: String) -> Parameter {
    Parameter(name: name, expected: expected, kind: .text())
  }

  private static func choice<Choice: RawRepresentable<String>>(
    _ option: Option,
    _ arguments: Arguments
  ) throws(UsageError) -> Choice? {
    try arguments.value(of: option) { (text) throws(UsageError) in
      guard let choice = Choice(rawValue: text) else {
        throw .unexpectedWord(text, expected: option.value?.expected ?? "")
      }
      return choice
    }
  }
}

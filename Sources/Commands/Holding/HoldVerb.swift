import CommandLines
import ControlAPI

/// `hold`: holds a brightness until it is interrupted, or while a command runs.
struct HoldVerb: Verb {
  private static let sceneName = Option("--name", "name of the hold", "NAME", "a name")
  private static let reason = Option("--reason", "reason for the hold", "REASON", "a reason")
  private static let time = Option(
    "--for",
    "end the hold after TIME, such as 10m or 1h30m",
    "TIME",
    "a time such as 10m"
  )
  private static let priority = Option(
    name: "--priority",
    meaning: "priority over other holds: low, normal or high",
    value: .choice("PRIORITY", of: SessionsInterface.Priority.self)
  )
  private static let onChange = Option(
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
  ) { arguments throws(UsageError) in try HoldVerb(arguments) }

  let scene: SessionsInterface.SceneRequest
  let command: [String]?
  let isJSON: Bool

  private init(_ arguments: Arguments) throws(UsageError) {
    command = arguments.command
    if command?.first?.isEmpty ?? (command != nil) { throw .missingValue("--", expected: "a command") }
    let program = command?.first?.split(separator: "/").last.map(String.init)
    scene = SessionsInterface.SceneRequest(
      name: arguments.value(of: Self.sceneName) ?? program,
      reason: arguments.value(of: Self.reason),
      claims: try ClaimOptions.claims(arguments),
      priority: try arguments.choice(of: Self.priority),
      onUserChange: try arguments.choice(of: Self.onChange),
      expires: try arguments.value(of: Self.time, as: Duration.init(argument:)),
      fade: try arguments.value(of: .fade, as: Duration.init(argument:))
    )
    isJSON = arguments.has(.json)
    if isJSON, command != nil { throw .conflict(Option.json.name, "--") }
  }
}

/// The options for claims: one or more claims, each followed by the lights that they are for.
enum ClaimOptions {
  private static let percentage = Parameter(name: "LEVEL", expected: "a percentage such as 60%", kind: .percentage)

  /// The options, their rules, and the percentages of those without a value.
  private static let rules: [(option: Option, rule: SessionsInterface.Rule, percent: Double?)] = [
    (Option(name: "--max", meaning: "full brightness", mayRepeat: true), .exactly, 100),
    // The daemon raises it to the floor of the light.
    (Option(name: "--min", meaning: "the lowest level that is not black", mayRepeat: true), .exactly, 0),
    (option("--at", "exactly this level"), .exactly, nil),
    (option("--at-least", "at least this level"), .atLeast, nil),
    (option("--at-most", "at most this level"), .atMost, nil),
    (option("--scale", "this percentage of the level that would apply otherwise"), .scaled, nil),
  ]

  static let light = Option(
    name: "--light",
    meaning: "apply the preceding claims to LIGHT (default: all screens)",
    value: Parameter(name: "LIGHT", expected: "the name of a light", kind: .light),
    mayRepeat: true
  )

  static let options = rules.map(\.option) + [light]

  /// Reads the claims. Lights may also precede all claims if no others follow; any other order would be ambiguous.
  static func claims(_ arguments: Arguments) throws(UsageError) -> [SessionsInterface.Claim] {
    var groups: [(claims: [SessionsInterface.Claim], lights: [String])] = [([], [])]
    for given in arguments.options {
      if given.name == light.name {
        groups[groups.count - 1].lights.append(given.value ?? "")
      } else if let entry = rules.first(where: { $0.option.name == given.name }) {
        if !groups[groups.count - 1].lights.isEmpty { groups.append(([], [])) }
        let percent = if let fixed = entry.percent { fixed } else { try given.value(as: Double.init(argument:)) }
        groups[groups.count - 1].claims.append(.init(rule: entry.rule, percent: percent))
      }
    }
    let leading = groups[0].claims.isEmpty ? groups.removeFirst().lights : []
    guard !groups.isEmpty else {
      throw .missingValue(arguments.grammar.name, expected: "a claim such as --max or --at-most 30%")
    }
    if let first = leading.first, groups.contains(where: { !$0.lights.isEmpty }) {
      throw .wrongValue(light.name, first, expected: "a claim before it, as before the others")
    }
    return groups.flatMap { group -> [SessionsInterface.Claim] in
      let lights = group.lights.isEmpty ? leading : group.lights
      if lights.isEmpty { return group.claims }
      return lights.flatMap { light in group.claims.map { .init(light: light, rule: $0.rule, percent: $0.percent) } }
    }
  }

  private static func option(_ name: String, _ meaning: String) -> Option {
    Option(name: name, meaning: meaning, value: percentage, mayRepeat: true)
  }
}

import BrightnessControl
import BrightnessEventLoop
import CommandLines

/// `hold`: holds a brightness until it is interrupted, or while a command runs.
package struct HoldVerb: Verb {
  package static let sceneName = Option("--name", "name of the hold", "NAME", "a name")
  package static let reason = Option("--reason", "reason for the hold", "REASON", "a reason")
  package static let time = Option.time(
    "--for",
    "end the hold after TIME, such as 10m or 1h30m, at most \(TimeRange.limit.most.short)",
    .limit,
    such: "10m"
  )
  package static let priority = Option(
    name: "--priority",
    meaning: "priority over other holds: low, normal (the default) or high",
    value: .choice("PRIORITY", of: SessionsInterface.Priority.self)
  )
  package static let onChange = Option(
    name: "--on-change",
    meaning: """
      when you change the light meanwhile: yield to your level (the default), rebase (keep holding; your new level returns \
      at the end), or cancel the hold
      """,
    value: .choice("ACTION", of: SessionsInterface.OnUserChange.self)
  )

  static let whileProcess = Option("--while-pid", "end the hold when this process ends", "PID", "a process number")
  private static let bestEffort = Option(
    name: "--best-effort",
    meaning: "run COMMAND even while no daemon can be reached; the hold begins when one can"
  )

  static let grammar = Grammar(
    name: "hold",
    summary: "hold a brightness until interrupted, or while COMMAND runs",
    options: ClaimOptions.options
      + [time, whileProcess, bestEffort, sceneName, reason, priority, onChange, .fade, .json],
    details: [
      """
      You can combine levels. Each is for all screens, or for the light that its value names: `--at panel=60%`,
      `--max=keyboard`. When the hold ends, for any reason, the base level is restored.
      """,
      """
      COMMAND starts when the level is applied, and the hold ends when it exits. The exit status is that of COMMAND, or 128
      plus the number of the signal that killed it. It is 127 if COMMAND is not found, 126 if it cannot be run, and 125 if
      `hold` fails before it starts COMMAND. `hold` forwards signals to COMMAND, except those that stop and continue a job
      and those about a process itself, such as SIGSEGV and SIGPIPE.
      """,
      "While the session of another user is active on your seat, the hold is suspended.",
      "When the daemon dies, the base level is restored and COMMAND goes on. The hold resumes with the next daemon.",
    ],
    examples: [
      ("hold --max", "full brightness until Ctrl-C"),
      ("hold --at-most 30% -- mpv film.mkv", "dimmed during a film"),
      ("hold --max=panel --at keyboard=0% --for 10m", "two lights, for ten minutes"),
    ],
    takesCommand: true
  ) { arguments throws(UsageError) in try HoldVerb(arguments) }

  let scene: SessionsInterface.SceneRequest
  let command: [String]?
  let whileProcess: CInt?
  let isBestEffort: Bool
  let isJSON: Bool

  private init(_ arguments: Arguments) throws(UsageError) {
    command = try arguments.heldCommand()
    scene = try Self.scene(
      arguments,
      expires: try arguments.value(of: Self.time, as: TimeRange.limit.duration)
    )
    whileProcess = try arguments.value(of: Self.whileProcess) { (word) throws(UsageError) in
      guard let number = CInt(word), number > 0 else {
        throw .unexpectedWord(word.inOneLine(atMost: 40), expected: "a process number from 1 to \(CInt.max)")
      }
      return number
    }
    isBestEffort = arguments.has(Self.bestEffort)
    isJSON = arguments.has(.json)
    if isJSON, command != nil { throw .conflict(Option.json.name, "--") }
    if whileProcess != nil, command != nil { throw .conflict(Self.whileProcess.name, "--") }
    if isBestEffort, command == nil { throw .missingValue(Self.bestEffort.name, expected: "-- and a command") }
  }

  /// The scene of the options; it is named after the command unless it has a name.
  package static func scene(
    _ arguments: Arguments,
    expires: Duration?
  ) throws(UsageError) -> SessionsInterface.SceneRequest {
    SessionsInterface.SceneRequest(
      name: arguments.value(of: sceneName) ?? arguments.command?.first?.pathComponents.last,
      reason: arguments.value(of: reason),
      claims: try ClaimOptions.claims(arguments),
      priority: try arguments.choice(of: priority),
      onUserChange: try arguments.choice(of: onChange),
      expires: expires,
      fade: try arguments.value(of: .fade, as: TimeRange.fade.duration)
    )
  }
}

extension Arguments {
  /// The command after `--`, which may be missing but not empty.
  package func heldCommand() throws(UsageError) -> [String]? {
    if let command, command.first?.isEmpty ?? true { throw .missingValue("--", expected: "a command") }
    return command
  }
}

/// The options for claims. A claim is for all screens, or for the light that its value names.
package enum ClaimOptions {
  private static let level = Parameter(name: "[LIGHT=]LEVEL", expected: "a percentage such as 60%", kind: .claim)

  /// The options, their rules, and the percentages of those without a level.
  private static let rules: [(option: Option, rule: SessionsInterface.Rule, percent: Double?)] = [
    (option("--max", "full brightness", .light), .exactly, 100),
    // The daemon raises it to the floor of the light.
    (option("--min", "the lowest level that is not black", .light), .exactly, 0),
    (option("--at", "exactly this level"), .exactly, nil),
    (option("--at-least", "at least this level"), .atLeast, nil),
    (option("--at-most", "at most this level"), .atMost, nil),
    (option("--scale", "this percentage of the level that would apply otherwise"), .scaled, nil),
  ]

  package static let options = rules.map(\.option)

  static func claims(
    _ arguments: Arguments,
    byDefault usual: [SessionsInterface.Claim] = []
  ) throws(UsageError) -> [SessionsInterface.Claim] {
    var claims: [SessionsInterface.Claim] = []
    for given in arguments.options {
      guard let entry = rules.first(where: { $0.option.name == given.name }) else { continue }
      let (light, percent) = try claim(given, fixed: entry.percent)
      claims.append(.init(light: light, rule: entry.rule, percent: percent))
    }
    if claims.isEmpty, !usual.isEmpty { return usual }
    if claims.isEmpty {
      throw .missingValue(arguments.grammar.name, expected: "a level such as --max or --at-most 30%")
    }
    return claims
  }

  /// A level, or a light and a level; the name of a light may contain `=`.
  private static func claim(_ given: Arguments.Given, fixed: Double?) throws(UsageError) -> (String?, Double) {
    if let fixed {
      if given.value == "" { throw .missingValue("\(given.name)=", expected: "the name of a light") }
      return (given.value, fixed)
    }
    let value = given.value ?? ""
    let sign = value.lastIndex(of: "=")
    let light = sign.map { String(value[..<$0]) }
    if light == "" { throw .wrongValue(given.name, value, expected: "the name of a light before '='") }
    let level = Arguments.Given(name: given.name, value: sign.map { String(value[value.index(after: $0)...]) } ?? value)
    return (light, try level.value(as: Double.init(argument:)))
  }

  private static func option(_ name: String, _ meaning: String, _ value: Parameter = level) -> Option {
    Option(name: name, meaning: meaning, value: value, mayRepeat: true)
  }
}

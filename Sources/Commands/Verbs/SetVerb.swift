import CommandLines
import ControlAPI

/// `set`: another level for a light, or for several.
struct SetVerb: Verb {
  static let name = "set"
  static let grammar = Grammar(
    name,
    "sets lights to a level, and comes back when they show it",
    operands: [
      Operand("LEVEL", .one, "a level such as 40%, +5%, raw:1234, max or min", .level),
      .lights,
    ],
    options: [.fade, .allowOff] + LevelForm.options,
    details: [
      """
      A LEVEL is 40% or 50.5%, a step such as +5% or -5%, the light's own steps as raw:1234, raw:+1 or raw:-1, max, or min.
      Without a LIGHT it is for everything that shows a picture; never for a keyboard.
      """,
      "What is said back is what the light shows when nothing holds it.",
    ],
    examples: [
      .init("set 40%", "every screen to 40 %"),
      .init("set -5% panel", "the panel a little darker"),
      .init("set max panel keyboard --fade 200ms", "two lights, slowly"),
      .init("set min --allow-off", "black"),
    ]
  )

  let change: LevelChange

  init(_ arguments: inout Arguments) throws(UsageError) {
    let level = try LightsInterface.Level(word: arguments.word())
    change = try LevelChange(level, &arguments)
  }

  func run(in surroundings: Surroundings, on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    try await change.run(in: surroundings, on: daemon)
  }
}

/// `up`: a step brighter.
struct UpVerb: Verb {
  static let name = "up"
  static let grammar = StepWords.grammar(name, "brighter", than: "set +5%")

  let change: LevelChange

  init(_ arguments: inout Arguments) throws(UsageError) {
    change = try StepWords.change(&arguments, isDown: false)
  }

  func run(in surroundings: Surroundings, on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    try await change.run(in: surroundings, on: daemon)
  }
}

/// `down`: a step darker.
struct DownVerb: Verb {
  static let name = "down"
  static let grammar = StepWords.grammar(name, "darker", than: "set -5%")

  let change: LevelChange

  init(_ arguments: inout Arguments) throws(UsageError) {
    change = try StepWords.change(&arguments, isDown: true)
  }

  func run(in surroundings: Surroundings, on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    try await change.run(in: surroundings, on: daemon)
  }
}

/// The words of `up` and `down`: a step, if the first word looks like one, and lights.
private enum StepWords {
  static let usual = "5%"

  static func grammar(_ name: String, _ direction: String, than other: String) -> Grammar {
    Grammar(
      name,
      "makes lights a step \(direction)",
      operands: [Operand("STEP", .optional, "a step such as 5% or raw:10", .step), .lights],
      options: [.fade, .allowOff] + LevelForm.options,
      details: [
        """
        A STEP is 5%, which it is without one, or raw:10. It moves a light by one of its own steps at least.
        A light whose name begins with a digit is named by its id.
        """
      ],
      examples: [
        .init(name, "the same as `\(other)`"),
        .init("\(name) 1% keyboard", "one light by a small step"),
      ]
    )
  }

  static func change(_ arguments: inout Arguments, isDown: Bool) throws(UsageError) -> LevelChange {
    let word = arguments.word { word in
      word.hasPrefix("raw:") || word.first.map { $0.isNumber || "+-".contains($0) } ?? true
    }
    let level = try LightsInterface.Level(step: word ?? usual, isDown: isDown)
    return try LevelChange(level, &arguments)
  }
}

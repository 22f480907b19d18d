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

import CommandLines
import ControlAPI

/// `get`: prints the level of a light.
struct GetVerb: Verb {
  static let grammar = Grammar(
    name: "get",
    summary: "print the level of a light",
    operands: [.light],
    options: LevelForm.options,
    details: ["The default LIGHT is the panel, or else the only screen; never a keyboard."],
    examples: [("get", "40%"), ("get --raw keyboard", "1"), ("get --percent panel", "40")]
  )

  let light: String?
  let form: LevelForm

  init(_ arguments: inout Arguments) throws(UsageError) {
    light = try arguments.optionalWord()
    form = try LevelForm(arguments)
  }

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let found = try await daemon.connect().light(light, for: "get")
    try Console.print([form == .json ? JSONLine.text(("light", found)) : found.level(form)])
    return .success
  }
}

import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import CommandLines
import Commands

struct GetVerb: Verb {
  static let grammar = Grammar(
    name: "get",
    summary: "print the level of a light",
    operands: [.light],
    options: LevelForm.options,
    details: [
      """
      If several lights are meant, it prints the first one: a panel before a monitor, then by id. A light that could not be
      read or written the last time comes after the others.
      """
    ],
    examples: [("get", "prints 40%"), ("get --raw keyboard", "prints 1"), ("get --percent panel", "prints 40")]
  ) { arguments throws(UsageError) in
    GetVerb(light: try arguments.optionalWord(), form: try LevelForm(arguments))
  }

  let light: String?
  let form: LevelForm

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let found = try await daemon.connect().light(light, for: "get")
    try Console.print([form == .json ? JSONLine.text(("light", found)) : found.level(form)])
    return .success
  }
}

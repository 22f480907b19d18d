import CommandLines
import ControlAPI

/// `get`: how bright one light is.
struct GetVerb: Verb {
  static let name = "get"
  static let grammar = Grammar(
    name,
    "says how bright a light is",
    operands: [.light],
    options: LevelForm.options,
    details: ["Without a LIGHT it is the panel, or else the only light that shows a picture; never a keyboard."],
    examples: [
      .init("get", "40%"),
      .init("get --raw keyboard", "1"),
      .init("get --percent panel", "40"),
    ]
  )

  let light: String?
  let form: LevelForm

  init(_ arguments: inout Arguments) throws(UsageError) {
    light = try arguments.optionalWord()
    form = try LevelForm(arguments)
  }

  func run(in surroundings: Surroundings, on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let client = try daemon.connect()
    let found: LightsInterface.Light
    do {
      found = try await client.lights.get(light: light).light
    } catch {
      throw await client.failure(error, cannot: "get", light)
    }
    try surroundings.say([form == .json ? JSONLine.text(("light", found)) : found.level(form)])
    return .done
  }
}

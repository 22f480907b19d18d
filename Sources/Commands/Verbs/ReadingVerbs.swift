import CommandLines
import ControlAPI
import Model

struct GetVerb: Verb {
  static let grammar = Grammar(
    name: "get",
    summary: "print the level of a light",
    operands: [.light],
    options: LevelForm.options,
    details: ["The default LIGHT is the panel, or else the only screen; never a keyboard."],
    examples: [("get", "40%"), ("get --raw keyboard", "1"), ("get --percent panel", "40")]
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

struct ListVerb: Verb {
  static let grammar = Grammar(
    name: "list",
    summary: "list lights",
    options: LevelForm.options,
    details: ["A line has the id, the kind, the level, and the level in steps of the device."],
    examples: [("list", "all lights with their levels"), ("list --json", "the same as JSON")]
  ) { arguments throws(UsageError) in ListVerb(form: try LevelForm(arguments)) }

  let form: LevelForm

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let lights = try await daemon.connect().lightList()
    try Console.print(form == .json ? [JSONLine.text(("lights", lights))] : table(lights).lines(on: Console.screen))
    return .success
  }

  private func table(_ lights: [Light]) -> Table {
    let rows = lights.map { light -> [Table.Cell] in
      let steps = form == .text ? "\(light.raw)/\(light.maximum)" : ""
      return [.text(light.id), .text(light.kind.rawValue), .text(light.level(form)), .text(steps, .minor)]
    }
    return Table(
      titles: ["LIGHT", "KIND", "LEVEL", "STEPS"],
      rightAligned: [2, 3],
      rows: rows,
      narrowing: [(3, 0), (1, 0), (0, 8)],
      hasHeader: false
    )
  }
}

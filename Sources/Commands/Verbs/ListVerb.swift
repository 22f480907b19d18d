import CommandLines
import ControlAPI
import Model

/// `list`: prints a line for each light.
struct ListVerb: Verb {
  static let grammar = Grammar(
    name: "list",
    summary: "list lights",
    options: LevelForm.options,
    details: ["A line has the id, the kind, the level, and the level in steps of the device."],
    examples: [("list", "all lights with their levels"), ("list --json", "the same as JSON")]
  )

  let form: LevelForm

  init(_ arguments: inout Arguments) throws(UsageError) {
    form = try LevelForm(arguments)
  }

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let lights = try await daemon.connect().lightList()
    if form == .json {
      try Console.print([JSONLine.text(("lights", lights))])
    } else {
      try Console.print(table(lights).lines(on: Console.screen))
    }
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

import CommandLines
import ControlAPI
import Model

/// `list`: every light, one to a line.
struct ListVerb: Verb {
  static let name = "list"
  static let grammar = Grammar(
    name,
    "lists the lights of this machine",
    options: LevelForm.options,
    details: ["A line has the id, the kind, the level that is shown, and the same in the light's own steps."],
    examples: [
      .init("list", "every light with its level"),
      .init("list --json", "the same, for a program"),
    ]
  )

  let form: LevelForm

  init(_ arguments: inout Arguments) throws(UsageError) {
    form = try LevelForm(arguments)
  }

  func run(in surroundings: Surroundings, on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let client = try daemon.connect()
    let lights: [LightsInterface.Light]
    do {
      lights = try await client.lights.list().lights
    } catch {
      throw Failure(error, cannot: "list", "lights")
    }
    try surroundings.say(lines(lights, on: surroundings.screen))
    return .done
  }

  func lines(_ lights: [LightsInterface.Light], on screen: Screen) -> [String] {
    if form == .json { return [JSONLine.text(("lights", lights))] }
    let rows = lights.map { light -> [Table.Cell] in
      [
        .text(light.id), .text(light.kind.rawValue), .text(light.level(form)),
        form == .written ? .text("\(light.raw)/\(light.maximum)", .aside) : .empty,
      ]
    }
    let columns: [Table.Column] = [
      .init(title: "light"), .init(title: "kind"), .init(title: "level", alignment: .right),
      .init(title: "steps", alignment: .right),
    ]
    let sacrifices: [Table.Sacrifice] = [
      .init(column: 3, width: 0), .init(column: 1, width: 0), .init(column: 0, width: 8),
    ]
    return Table(columns: columns, rows: rows, sacrifices: sacrifices, hasTitles: false).lines(on: screen)
  }
}

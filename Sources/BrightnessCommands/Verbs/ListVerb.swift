import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import CommandLines
import Commands

struct ListVerb: Verb {
  static let grammar = Grammar(
    name: VerbName.list,
    summary: "list lights",
    options: LevelForm.options,
    details: [
      """
      A line has the id, the kind, the level, the level in steps of the device, the alias if there is one, and the connector
      and model of a monitor. On a terminal there is a header.
      """
    ],
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
      let isRead = light.state != .unread
      let steps = form == .text && isRead ? "\(light.raw)/\(light.maximum)" : ""
      let level = isRead ? light.level(form) : "not read"
      return [
        .text(light.id), .text(light.kind.rawValue), .text(level), .text(steps, .minor), .text(light.alias ?? ""),
        .text(light.connector ?? ""), .text(light.model ?? ""),
      ]
    }
    return Table(
      titles: ["LIGHT", "KIND", "LEVEL", "STEPS", "ALIAS", "CONNECTOR", "MODEL"],
      rightAligned: ["LEVEL", "STEPS"],
      rows: rows,
      narrowings: [
        .hide("STEPS"), .hide("KIND"), .hide("ALIAS"), .cut("MODEL", to: 8), .hide("MODEL"), .hide("CONNECTOR"),
        .cut("LIGHT", to: 8),
      ],
      // Scripts that read a pipe expect no header.
      hasHeader: Console.screen.columns != nil
    )
  }
}

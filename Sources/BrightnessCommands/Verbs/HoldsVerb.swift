import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import CommandLines
import Commands

struct HoldsVerb: Verb {
  static let grammar = Grammar(
    name: "holds",
    summary: "list holds, with their processes and reasons",
    options: [.json],
    details: [
      "Each line is a scene; sessions without scenes are not shown.",
      "Only root sees processes, names and reasons of other users' sessions.",
    ],
    examples: [("holds", "a table"), ("holds --json", "all sessions as JSON, including those without scenes")]
  ) { HoldsVerb(isJSON: $0.has(.json)) }

  let isJSON: Bool

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let client = try daemon.connect()
    let sessions = try await client.sessionList()
    let lights = try await client.lightList()
    if isJSON {
      try Console.print([JSONLine.text(("holds", sessions))])
    } else {
      let table = Self.table(sessions, lights, .ofSystem)
      try Console.print(table.rows.isEmpty ? ["no holds"] : table.lines(on: Console.screen))
    }
    return .success
  }

  static func table(_ sessions: [Session], _ lights: [Light], _ names: Names) -> Table {
    let rows = sessions.flatMap { session in
      session.scenes.map { scene -> [Table.Cell] in
        [
          .text("\(session.id)"), .text(session.holder(names)), .text(session.age.short),
          .text(scene.name?.inOneLine(atMost: 200) ?? ""),
          .text(scene.claims.map(\.text).joined(separator: ", ")),
          .text(session.state(of: scene, among: lights).rawValue, scene.deciding ? .warning : .minor),
          .text(scene.remaining?.short ?? ""),
          .text(scene.reason?.inOneLine(atMost: 200) ?? "", .minor),
        ]
      }
    }
    return Table(
      titles: ["SESSION", "HOLDER", "AGE", "NAME", "CLAIMS", "STATE", "LEFT", "REASON"],
      rightAligned: ["SESSION", "AGE", "LEFT"],
      rows: rows,
      narrowings: [
        .cut("REASON", to: 12), .hide("REASON"), .cut("CLAIMS", to: 12), .cut("NAME", to: 8), .hide("LEFT"),
        .hide("AGE"), .hide("CLAIMS"), .cut("HOLDER", to: 6), .hide("STATE"), .hide("HOLDER"),
      ]
    )
  }
}

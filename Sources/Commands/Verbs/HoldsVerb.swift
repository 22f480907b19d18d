import CommandLines
import ControlAPI
import EventLoop
import Model

struct GetVerb: Verb {
  static let grammar = Grammar(
    name: "get",
    summary: "print the level of a light",
    operands: [.light],
    options: LevelForm.options,
    details: [
      """
      If several lights are meant, it prints the first one: a panel before a monitor, then by id. One that could not be read
      or written the last time comes after the others.
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

struct ListVerb: Verb {
  static let grammar = Grammar(
    name: "list",
    summary: "list lights",
    options: LevelForm.options,
    details: [
      """
      A line has the id, kind, level, level in steps of the device, the alias if there is one, and the connector and model of
      a monitor. A terminal gets a header.
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
      rightAligned: [2, 3],
      rows: rows,
      narrowing: [(3, 0), (1, 0), (4, 0), (6, 8), (6, 0), (5, 0), (0, 8)],
      // Scripts read the lines of a pipe.
      hasHeader: Console.screen.columns != nil
    )
  }
}

/// The program without a verb: shows all lights and their holds.
struct OverviewVerb: Verb {
  static let grammar = Grammar(
    name: "",
    summary: "show all lights and holds in a table",
    options: [.json],
    examples: [("", "the table")]
  ) { OverviewVerb(isJSON: $0.has(.json)) }

  let isJSON: Bool

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let client = try daemon.connect()
    let overview = Overview(lights: try await client.lightList(), sessions: try await client.sessionList())
    let json = JSONLine.text(("lights", overview.lights), ("holds", overview.sessions))
    try Console.print(isJSON ? [json] : overview.lines(on: Console.screen, .ofSystem))
    return .success
  }
}

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
    let (sessions, lights) = (try await client.sessionList(), try await client.lightList())
    let table = Self.table(sessions, lights, .ofSystem)
    let lines = table.rows.isEmpty ? ["no holds"] : table.lines(on: Console.screen)
    try Console.print(isJSON ? [JSONLine.text(("holds", sessions))] : lines)
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
      rightAligned: [0, 2, 6],
      rows: rows,
      narrowing: [(7, 12), (7, 0), (4, 12), (3, 8), (6, 0), (2, 0), (4, 0), (1, 6), (5, 0), (1, 0)]
    )
  }
}

enum LevelForm: Sendable, Hashable {
  /// With a percent sign: `40%`.
  case text
  case percent, raw, json

  static let options: [Option] = [.percent, .raw, .json]

  init(_ arguments: Arguments) throws(UsageError) {
    try arguments.refuse(.raw, with: .percent)
    try arguments.refuse(.json, with: .percent)
    try arguments.refuse(.json, with: .raw)
    self = arguments.has(.json) ? .json : arguments.has(.raw) ? .raw : arguments.has(.percent) ? .percent : .text
  }

  func text(percent: Double, raw: Int) -> String {
    switch self {
    case .text, .json: percent.inPercent
    case .percent: percent.asPercentage
    case .raw: "\(raw)"
    }
  }
}

extension Light {
  func level(_ form: LevelForm) -> String { form.text(percent: level, raw: raw) }
  func base(_ form: LevelForm) -> String { form.text(percent: base, raw: baseRaw) }
}

extension Double {
  /// The nearest integer, or the nearest that can be shown: a daemon's numbers are not trusted to be in their range.
  var nearestInteger: Int { isNaN ? 0 : Int(min(max(rounded(), -1e15), 1e15)) }

  /// A percentage with two decimals, or as many as tell it from 0.
  var asPercentage: String {
    if !(magnitude < 1e6) { return "\(self)" }
    var scale = 100.0
    while self > 0, (self * scale).rounded() == 0, scale < 10_000_000 { scale *= 10 }
    let rounded = (self * scale).rounded()
    let whole = Int(rounded / scale)
    var digits = String(Int(scale) + Int(rounded) - whole * Int(scale)).utf8.dropFirst()
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    return digits.isEmpty ? "\(whole)" : "\(whole).\(Substring(digits))"
  }

  var inPercent: String { "\(asPercentage)%" }
}

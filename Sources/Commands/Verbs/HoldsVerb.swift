import CommandLines
import ControlAPI
import EventLoop
import Model

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
    let sessions = try await daemon.connect().sessionList()
    let table = Self.table(sessions, .ofSystem)
    let lines = table.rows.isEmpty ? ["no holds"] : table.lines(on: Console.screen)
    try Console.print(isJSON ? [JSONLine.text(("holds", sessions))] : lines)
    return .success
  }

  static func table(_ sessions: [Session], _ names: Names) -> Table {
    let rows = sessions.flatMap { session in
      session.scenes.map { scene -> [Table.Cell] in
        [
          .text("\(session.id)"), .text(session.holder(names)), .text(session.age.short),
          .text(scene.name?.inOneLine(atMost: 200) ?? ""),
          .text(scene.claims.map(\.text).joined(separator: ", ")),
          .text(session.state(of: scene), scene.deciding ? .warning : .minor), .text(scene.remaining?.short ?? ""),
          .text(scene.reason?.inOneLine(atMost: 200) ?? "", .minor),
        ]
      }
    }
    return Table(
      titles: ["SESSION", "HOLDER", "AGE", "NAME", "CLAIMS", "STATE", "LEFT", "REASON"],
      rightAligned: [0, 2, 6],
      rows: rows,
      narrowing: [(7, 12), (7, 0), (4, 12), (3, 8), (6, 0), (2, 0), (4, 0), (3, 0), (1, 6), (5, 0)]
    )
  }
}

extension SessionsInterface.Claim {
  fileprivate func covers(_ light: Light) -> Bool {
    guard let name = self.light else { return light.kind == .panel || light.kind == .monitor }
    return name == light.id || name == light.kind.rawValue
  }

  /// The claim as `at most 30% on panel`.
  var text: String {
    let prefix =
      switch rule {
      case .exactly: ""
      case .atLeast: "at least "
      case .atMost: "at most "
      case .scaled: "scaled to "
      }
    return prefix + percent.inPercent + (light.map { " on \($0.inOneLine(atMost: 64))" } ?? "")
  }
}

extension Session {
  func state(of scene: SessionsInterface.Scene) -> String {
    if !scene.appeared { return "waiting" }
    if suspended { return "suspended" }
    return scene.deciding ? "deciding" : "outranked"
  }

  /// The topmost scene that has appeared, if it claims the light.
  func scene(claiming light: Light) -> SessionsInterface.Scene? {
    let scene = scenes.last(where: \.appeared)
    return scene?.claims.contains { $0.covers(light) } == true ? scene : nil
  }

  /// The process, or the user if the process is not visible.
  func holder(_ names: Names) -> String {
    guard let pid else { return "user \(names.ofUser(uid)?.inOneLine(atMost: 32) ?? "\(uid)")" }
    return names.ofProcess(pid).map { "\($0.inOneLine(atMost: 32)) (\(pid))" } ?? "process \(pid)"
  }
}

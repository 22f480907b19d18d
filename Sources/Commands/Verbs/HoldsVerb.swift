import CommandLines
import ControlAPI
import EventLoop
import Model

/// `sessions`: who holds what, since when, and why.
struct SessionsVerb: Verb {
  static let name = "sessions"
  static let grammar = Grammar(
    name,
    "says who holds what, since when, and why",
    options: [.json],
    details: [
      "Each line is a scene; sessions that have none are not shown.",
      "Of other users' sessions, root alone learns the process, the name and the reason.",
    ],
    examples: [
      .init("sessions", "a table"),
      .init("sessions --json", "all of it, sessions without scenes included"),
    ]
  )

  let isJSON: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    isJSON = arguments.has(.json)
  }

  func run(in surroundings: Surroundings, on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let client = try daemon.connect()
    let sessions: [SessionsInterface.Session]
    do {
      sessions = try await client.sessions.list().sessions
    } catch {
      throw Failure(error, cannot: "list", "sessions")
    }
    if isJSON {
      try surroundings.say([JSONLine.text(("sessions", sessions))])
    } else {
      let table = Self.table(sessions, surroundings.names)
      try surroundings.say(table.rows.isEmpty ? ["nobody holds a light"] : table.lines(on: surroundings.screen))
    }
    return .done
  }

  static func table(_ sessions: [SessionsInterface.Session], _ names: Names) -> Table {
    let rows = sessions.flatMap { session in
      session.scenes.map { scene -> [Table.Cell] in
        [
          .text("\(session.id)"),
          .text(session.holder(names)),
          .text(session.age.inShort),
          .text(scene.name?.inOneLine(atMost: 200) ?? ""),
          .text(scene.claims.map(\.inWords).joined(separator: ", ")),
          .text(session.state(of: scene), scene.deciding ? .held : .aside),
          .text(scene.remaining?.inShort ?? ""),
          .text(scene.reason?.inOneLine(atMost: 200) ?? "", .aside),
        ]
      }
    }
    return Table(columns: columns, rows: rows, sacrifices: sacrifices)
  }

  private static let columns: [Table.Column] = [
    .init(title: "SESSION", alignment: .right), .init(title: "WHO"), .init(title: "AGE", alignment: .right),
    .init(title: "SCENE"), .init(title: "CLAIMS"), .init(title: "STATE"), .init(title: "LEFT", alignment: .right),
    .init(title: "REASON"),
  ]

  private static let sacrifices: [Table.Sacrifice] = [
    .init(column: 7, width: 12), .init(column: 7, width: 0), .init(column: 4, width: 12), .init(column: 3, width: 8),
    .init(column: 6, width: 0), .init(column: 2, width: 0), .init(column: 4, width: 0), .init(column: 3, width: 0),
    .init(column: 1, width: 6), .init(column: 5, width: 0),
  ]
}

extension SessionsInterface.Claim {
  fileprivate func covers(_ light: LightsInterface.Light) -> Bool {
    guard let name = self.light else { return light.kind == .panel || light.kind == .monitor }
    return name == light.id || name == light.kind.rawValue
  }

  /// The claim as people say it: `at most 30% on panel`.
  var inWords: String {
    let wish =
      switch rule {
      case .exactly: percent.inPercent
      case .atLeast: "at least \(percent.inPercent)"
      case .atMost: "at most \(percent.inPercent)"
      case .scaled: "scaled to \(percent.inPercent)"
      }
    return light.map { "\(wish) on \($0.inOneLine(atMost: 64))" } ?? wish
  }
}

extension SessionsInterface.Session {
  /// What becomes of a scene's claims now, in a word.
  func state(of scene: SessionsInterface.Scene) -> String {
    if !scene.appeared { return "waiting" }
    if suspended { return "suspended" }
    return scene.deciding ? "deciding" : "outranked"
  }

  /// The topmost scene that has appeared, if it claims a light.
  func scene(claiming light: LightsInterface.Light) -> SessionsInterface.Scene? {
    let scene = scenes.last(where: \.appeared)
    return scene?.claims.contains { $0.covers(light) } == true ? scene : nil
  }

  /// Who it is, as far as one may know: the process with its number, or else the user.
  func holder(_ names: Names) -> String {
    guard let pid else { return "user \(names.ofUser(uid)?.inOneLine(atMost: 32) ?? "\(uid)")" }
    return names.ofProcess(pid).map { "\($0.inOneLine(atMost: 32)) (\(pid))" } ?? "process \(pid)"
  }
}

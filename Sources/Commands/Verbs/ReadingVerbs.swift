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
      let isRead = light.state != .unread
      let steps = form == .text && isRead ? "\(light.raw)/\(light.maximum)" : ""
      let level = isRead ? light.level(form) : "not read"
      return [.text(light.id), .text(light.kind.rawValue), .text(level), .text(steps, .minor)]
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

struct Overview: Sendable {
  var lights: [Light]
  var sessions: [Session]

  func lines(on screen: Screen, _ names: Names) -> [String] {
    guard !lights.isEmpty else { return ["no lights"] }
    let rows = lights.map { light -> [Table.Cell] in
      let isOffBase = light.state == .held || light.base != light.level
      return [
        .text(name(of: light)), .bar(light.level / 100, light.style),
        .text(light.state == .unread ? "" : light.level.inPercent, light.style),
        .text(isOffBase ? light.base.inPercent : ""),
        .text(status(of: light, names), light.state == .free ? .minor : light.style),
      ]
    }
    return Table(
      titles: ["LIGHT", "", "LEVEL", "BASE", "STATUS"],
      rightAligned: [2, 3],
      rows: rows,
      narrowing: [(1, 8), (4, 16), (0, 12), (1, 0), (4, 0), (3, 0), (0, 4), (0, 0)]
    ).lines(on: screen)
  }

  /// The kernel name, or the id if another light has the same kernel name.
  private func name(of light: Light) -> String {
    lights.count { $0.kernelName == light.kernelName } > 1 ? light.id : light.kernelName
  }

  private func status(of light: Light, _ names: Names) -> String {
    let reason = light.reason.map { ": \($0.inOneLine(atMost: 200))" } ?? ""
    switch light.state {
    case .free: return suspendedHold(of: light, names)
    case .restoring: return light.isChanging ? "" : "restoring\(reason)"
    case .unavailable: return "cannot be written\(reason)"
    case .held: return hold(of: light, names)
    case .unread: return "not read yet\(reason)"
    }
  }

  /// The hold that would apply if its user's session were active.
  private func suspendedHold(of light: Light, _ names: Names) -> String {
    for session in sessions where session.suspended {
      if let scene = session.scene(claiming: light) { return "suspended: \(session.text(scene, names))" }
    }
    return ""
  }

  private func hold(of light: Light, _ names: Names) -> String {
    guard let number = light.session else { return "held" }
    guard let session = sessions.first(where: { $0.id == number }) else { return "held by session \(number)" }
    return session.text(session.scenes.first { $0.id == light.scene }, names)
  }
}

extension Light {
  /// Whether a restore is in progress that has not failed.
  var isChanging: Bool { state == .restoring && reason == nil }

  var kernelName: String { String(id.split(separator: "/", maxSplits: 1).last ?? "") }

  fileprivate var style: Style {
    switch state {
    case .free: .good
    case .held: .warning
    case .restoring: isChanging ? .good : .problem
    case .unavailable, .unread: .minor
    }
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
    if scene.deciding { return "deciding" }
    return scene.yielded.isEmpty ? "outranked" : "yielded"
  }

  /// `film by mpv (4711), session 7: dimmed for the film`, as far as it is known.
  func text(_ scene: SessionsInterface.Scene?, _ names: Names) -> String {
    let name = scene?.name.map { "\($0.inOneLine(atMost: 200)) by " } ?? "held by "
    let reason = scene?.reason.map { ": \($0.inOneLine(atMost: 200))" } ?? ""
    return "\(name)\(holder(names)), session \(id)\(reason)"
  }

  /// The topmost scene that has appeared, if it claims the light.
  func scene(claiming light: Light) -> SessionsInterface.Scene? {
    let scene = scenes.last(where: \.appeared)
    return scene?.claims.contains { $0.covers(light) } == true ? scene : nil
  }

  /// The process, or the user if the process is not visible.
  func holder(_ names: Names) -> String {
    guard let pid else { return "user \(names.ofUser(uid)?.inOneLine(atMost: 32) ?? "\(uid)")" }
    return names.ofHolder(pid).map { "\($0) (\(pid))" } ?? "process \(pid)"
  }
}

import CommandLines
import ControlAPI
import EventLoop
import Model

/// The program without a verb: what is lit, and by whom.
struct OverviewVerb: Verb {
  static let name = ""
  static let grammar = Grammar(
    name,
    "a table of what is lit, and by whom",
    options: [.json],
    examples: [.init("", "the table")]
  )

  let isJSON: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    isJSON = arguments.has(.json)
  }

  func run(in surroundings: Surroundings, on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let client = try daemon.connect()
    let picture: Overview
    do {
      picture = Overview(
        lights: try await client.lights.list().lights,
        sessions: try await client.sessions.list().sessions
      )
    } catch {
      throw Failure(error, cannot: "list", "lights")
    }
    if isJSON {
      try surroundings.say([
        JSONLine.text(("lights", picture.lights), ("sessions", picture.sessions))
      ])
    } else {
      try surroundings.say(picture.lines(on: surroundings.screen, surroundings.names))
    }
    return .done
  }
}

/// What is lit, and by whom, as a table.
struct Overview: Sendable {
  var lights: [LightsInterface.Light]
  var sessions: [SessionsInterface.Session]

  func lines(on screen: Screen, _ names: Names) -> [String] {
    guard !lights.isEmpty else { return ["there is no light"] }
    let lightNames = lightNames
    let rows = lights.map { light -> [Table.Cell] in
      [
        .text(lightNames[light.id] ?? light.id),
        .bar(Bar(share: light.level / 100), style(of: light)),
        .text(light.level.inPercent, style(of: light)),
        .text(light.state == .held || light.base != light.level ? light.base.inPercent : ""),
        explanation(of: light, names),
      ]
    }
    return Table(columns: Self.columns, rows: rows, sacrifices: Self.sacrifices).lines(on: screen)
  }

  private static let columns: [Table.Column] = [
    .init(title: "LIGHT"), .init(title: ""), .init(title: "LEVEL", alignment: .right),
    .init(title: "BASE", alignment: .right), .init(title: "WHY"),
  ]

  private static let sacrifices: [Table.Sacrifice] = [
    .init(column: 1, width: 8), .init(column: 4, width: 16), .init(column: 0, width: 12), .init(column: 1, width: 0),
    .init(column: 4, width: 0), .init(column: 3, width: 0), .init(column: 0, width: 4), .init(column: 0, width: 0),
  ]

  /// What the kernel calls each light, or the whole id where two are called alike.
  private var lightNames: [String: String] {
    let short = lights.map(\.kernelName)
    var names: [String: String] = [:]
    for (light, name) in zip(lights, short) {
      names[light.id] = short.count { $0 == name } > 1 ? light.id : name
    }
    return names
  }

  private func style(of light: LightsInterface.Light) -> Style {
    switch light.state {
    case .free: .lit
    case .held: .held
    case .restoring: light.isOnItsWay ? .lit : .trouble
    case .unavailable: .aside
    }
  }

  private func explanation(of light: LightsInterface.Light, _ names: Names) -> Table.Cell {
    let trouble = light.reason.map { ": \($0.inOneLine(atMost: 200))" } ?? ""
    switch light.state {
    case .free: return .text(waiting(for: light, names), .aside)
    case .restoring: return .text(light.isOnItsWay ? "" : "owed\(trouble)", style(of: light))
    case .unavailable: return .text("not to be written\(trouble)", style(of: light))
    case .held: return .text(holder(of: light, names), style(of: light))
    }
  }

  /// Who would hold the light if they were at the seat.
  private func waiting(for light: LightsInterface.Light, _ names: Names) -> String {
    for session in sessions where session.suspended {
      if let scene = session.scene(claiming: light) { return "suspended: \(words(scene, session, names))" }
    }
    return ""
  }

  /// `film by mpv (4711), session 7: dimmed for the film`, as far as it is known.
  private func holder(of light: LightsInterface.Light, _ names: Names) -> String {
    guard let number = light.session else { return "held" }
    guard let session = sessions.first(where: { $0.id == number }) else { return "held by session \(number)" }
    return words(session.scenes.first { $0.id == light.scene }, session, names)
  }

  private func words(
    _ scene: SessionsInterface.Scene?,
    _ session: SessionsInterface.Session,
    _ names: Names
  ) -> String {
    let name = scene?.name.map { "\($0.inOneLine(atMost: 200)) by " } ?? "held by "
    let reason = scene?.reason.map { ": \($0.inOneLine(atMost: 200))" } ?? ""
    return "\(name)\(session.holder(names)), session \(session.id)\(reason)"
  }
}

extension LightsInterface.Light {
  /// Whether it has still to come to its base, and nothing stands in the way.
  var isOnItsWay: Bool { state == .restoring && reason == nil }
}

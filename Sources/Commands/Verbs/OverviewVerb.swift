import CommandLines
import ControlAPI
import EventLoop
import Model

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
        .text(name(of: light)), .bar(light.level / 100, light.style), .text(light.level.inPercent, light.style),
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
    case .restoring: return light.isOnItsWay ? "" : "restoring\(reason)"
    case .unavailable: return "cannot be written\(reason)"
    case .held: return hold(of: light, names)
    }
  }

  /// The hold that would apply if its user's session were active.
  private func suspendedHold(of light: Light, _ names: Names) -> String {
    for session in sessions where session.suspended {
      if let scene = session.scene(claiming: light) { return "suspended: \(text(scene, session, names))" }
    }
    return ""
  }

  private func hold(of light: Light, _ names: Names) -> String {
    guard let number = light.session else { return "held" }
    guard let session = sessions.first(where: { $0.id == number }) else { return "held by session \(number)" }
    return text(session.scenes.first { $0.id == light.scene }, session, names)
  }

  /// `film by mpv (4711), session 7: dimmed for the film`, as far as it is known.
  private func text(_ scene: SessionsInterface.Scene?, _ session: Session, _ names: Names) -> String {
    let name = scene?.name.map { "\($0.inOneLine(atMost: 200)) by " } ?? "held by "
    let reason = scene?.reason.map { ": \($0.inOneLine(atMost: 200))" } ?? ""
    return "\(name)\(session.holder(names)), session \(session.id)\(reason)"
  }
}

extension Light {
  /// Whether a restore is in progress that has not failed.
  var isOnItsWay: Bool { state == .restoring && reason == nil }

  var kernelName: String { String(id.split(separator: "/", maxSplits: 1).last ?? "") }

  fileprivate var style: Style {
    switch state {
    case .free: .good
    case .held: .warning
    case .restoring: isOnItsWay ? .good : .problem
    case .unavailable: .minor
    }
  }
}

import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import CommandLines
import Commands

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

/// All lights as a table, with the holds on each below it.
struct Overview: Sendable {
  var lights: [Light]
  var sessions: [Session]

  func lines(on screen: Screen, _ names: Names) -> [String] {
    guard !lights.isEmpty else { return ["no lights"] }
    let tableLines = table.lines(on: screen)
    let holdsOfLights = lights.map(holds)
    let allHolds = holdsOfLights.flatMap(\.self)
    let stateWidth = allHolds.map(\.state.rawValue.columns).max() ?? 0
    let levelWidth = allHolds.map(\.level.columns).max() ?? 0
    let rows = zip(tableLines.dropFirst(), holdsOfLights).flatMap { line, holds in
      [line] + holds.map { $0.line((stateWidth, levelWidth), on: screen, names) }
    }
    return [tableLines[0]] + rows + footnote(on: screen)
  }

  /// Tells how to read a monitor, which the daemon does only on request.
  private func footnote(on screen: Screen) -> [String] {
    let unread = lights.filter { $0.state == .unread }
    guard let light = unread.first(where: { $0.reason == nil }) ?? unread.first else { return [] }
    let command = "`\(Grammar.program) get \(name(of: light).inOneLine(atMost: 64))`"
    let again = light.reason == nil ? "" : " again"
    let lines = screen.shown("\(light.notRead): \(command) asks the monitor\(again)").wrapped(to: screen.columns)
    return lines.map { Style.minor.applied(to: $0.cut(to: screen.columns ?? .max, mark: screen.ellipsis), on: screen) }
  }

  private var table: Table {
    let rows = lights.map { light -> [Table.Cell] in
      [
        .text(name(of: light)), .text(light.model ?? "", .minor), .bar(light.level / 100, light.style),
        .text(light.state == .unread ? "" : light.level.inPercent, light.style),
        .text(base(of: light)), .text(status(of: light), light.style),
      ]
    }
    // The bar has no title.
    let bar = ""
    return Table(
      titles: ["LIGHT", "MODEL", bar, "LEVEL", "BASE", "STATUS"],
      rightAligned: ["LEVEL", "BASE"],
      rows: rows,
      narrowings: [
        .cut(bar, to: 8), .cut("STATUS", to: 16), .cut("MODEL", to: 8), .cut("LIGHT", to: 12), .hide(bar),
        .hide("MODEL"), .hide("STATUS"), .hide("BASE"), .cut("LIGHT", to: 4), .hide("LIGHT"),
      ]
    )
  }

  /// The base level where it is not the level, and whether it follows the light in the room.
  private func base(of light: Light) -> String {
    let isOffBase = light.state == .held || light.base != light.level
    return [isOffBase ? light.base.inPercent : nil, light.automatic?.word].compactMap(\.self).joined(separator: " ")
  }

  /// The shortest name that means this light alone: the connector of a monitor, the kernel name, or
  /// the id.
  func name(of light: Light) -> String {
    let names = [light.connector, light.kernelName].compactMap(\.self)
    return names.first { name in lights.count { $0.isNamed(name) } == 1 } ?? light.id
  }

  /// What is unusual about the light, apart from a hold, which has its own line.
  func status(of light: Light) -> String {
    let reason = light.reason.map { ": \($0.inOneLine(atMost: 200))" } ?? ""
    switch light.state {
    case .free: return ""
    case .restoring: return light.isChanging ? "" : "restoring\(reason)"
    case .unavailable: return "unavailable\(reason)"
    // The hold may have ended before the sessions were read.
    case .held: return sessions.contains { $0.id == light.session } ? "" : "held"
    case .unread: return light.notRead + reason
    }
  }

  /// The scenes with a claim on the light that have appeared; the one in effect comes first.
  func holds(on light: Light) -> [LightHold] {
    let holds = sessions.flatMap { session in
      session.scenes.compactMap { scene -> LightHold? in
        let levels = scene.claims.filter { $0.covers(light) }.map(\.level)
        guard scene.appeared, !levels.isEmpty else { return nil }
        let state = session.state(of: scene, on: light)
        return LightHold(state: state, level: levels.joined(separator: ", "), session: session, scene: scene)
      }
    }
    return holds.filter { $0.state == .inEffect } + holds.filter { $0.state != .inEffect }
  }
}

/// A hold of one light.
struct LightHold {
  let state: HoldState
  let level: String
  let session: Session
  let scene: SessionsInterface.Scene

  /// The parts that are known of `film (mpv): dimmed for the film`.
  func origin(_ names: Names) -> String {
    let program = session.program(names)
    let reason = scene.reason.map { ": \($0.inOneLine(atMost: 200))" } ?? ""
    return (scene.name.map { "\($0.inOneLine(atMost: 200)) (\(program))" } ?? program) + reason
  }

  /// The hold below its light: it may use the whole width, and its reason, at the end, is cut
  /// first.
  fileprivate func line(_ widths: (state: Int, level: Int), on screen: Screen, _ names: Names) -> String {
    let text = session.text(scene, names)
    let line = "  \(state.rawValue.padded(to: widths.state))  \(level.padded(to: widths.level))  \(text)"
    let cut = screen.shown(line).cut(to: screen.columns ?? .max, mark: screen.ellipsis)
    return (state == .inEffect ? Style.plain : .minor).applied(to: cut, on: screen)
  }
}

extension Light {
  /// Whether a restore is in progress that has not failed.
  var isChanging: Bool { state == .restoring && reason == nil }

  /// Whether it cannot be written now.
  var hasProblem: Bool { state == .unavailable || (state == .restoring && !isChanging) }

  /// The text for an unread monitor. If there is a reason, it comes from the last attempt and may
  /// be outdated.
  var notRead: String { reason == nil ? "not read yet" : "not read when last asked" }

  fileprivate var style: Style {
    switch state {
    case .free: .good
    case .held: .warning
    case .restoring: isChanging ? .good : .problem
    case .unavailable, .unread: .minor
    }
  }
}

extension LightsInterface.Automatic {
  /// The mode in the words of the tables; nil if it is off.
  fileprivate var word: String? {
    switch self {
    case .off: nil
    case .on: "auto"
    case .paused: "paused"
    }
  }
}

extension SessionsInterface.Claim {
  func covers(_ light: Light) -> Bool {
    guard let name = self.light else { return light.kind == .panel || light.kind == .monitor }
    return name == light.id || name == light.kind.rawValue
  }

  /// The claim as `at most 30% on panel`.
  var text: String { level + (light.map { " on \($0.inOneLine(atMost: 64))" } ?? "") }

  /// The claim without its light.
  var level: String {
    let prefix =
      switch rule {
      case .exactly: ""
      case .atLeast: "at least "
      case .atMost: "at most "
      case .scaled: "scaled to "
      }
    return prefix + percent.inPercent
  }
}

extension Session {
  func state(of scene: SessionsInterface.Scene, among lights: [Light]) -> HoldState {
    if !scene.appeared { return .waiting }
    if suspended { return .suspended }
    if scene.deciding { return .inEffect }
    if !scene.yielded.isEmpty { return .yielded }
    // A monitor is read before a claim on it takes effect.
    let claimed = lights.filter { light in light.state != .unread && scene.claims.contains { $0.covers(light) } }
    if claimed.isEmpty { return .waiting }
    return claimed.contains { $0.session != nil } ? .overruled : .idle
  }

  /// The same for one light: a scene may be in effect on one and overruled on another.
  fileprivate func state(of scene: SessionsInterface.Scene, on light: Light) -> HoldState {
    if suspended { return .suspended }
    if light.state == .unread { return .waiting }
    if light.session == id, light.scene == scene.id { return .inEffect }
    if scene.yielded.contains(light.id) { return .yielded }
    // Without a decider the light shows its base level: the claim allows it.
    return light.session == nil ? .idle : .overruled
  }

  /// The parts that are known of `film by mpv (4711), session 7: dimmed for the film`.
  func text(_ scene: SessionsInterface.Scene, _ names: Names) -> String {
    let name = scene.name?.inOneLine(atMost: 200) ?? "a hold"
    let reason = scene.reason.map { ": \($0.inOneLine(atMost: 200))" } ?? ""
    return "\(name) by \(holder(names)), session \(id)\(reason)"
  }

  /// The process, or the user if the process is not visible.
  func holder(_ names: Names) -> String {
    guard let pid, let name = names.ofHolder(pid) else { return program(names) }
    return "\(name) (\(pid))"
  }

  /// Like `holder`, but without the number of a process whose name is known.
  func program(_ names: Names) -> String {
    guard let pid else { return "user \(names.ofUser(uid)?.inOneLine(atMost: 32) ?? "\(uid)")" }
    return names.ofHolder(pid) ?? "process \(pid)"
  }
}

extension Session {
  /// A line for each hold that ended with the session.
  var ending: [String] {
    if scenes.isEmpty { return ["ended session \(id), which held nothing"] }
    return scenes.map { Console.screen.shown("ended \(text($0, .ofSystem))") }
  }
}

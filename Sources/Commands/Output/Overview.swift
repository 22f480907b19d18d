import ControlAPI
import EventLoop

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
        .text(light.standing == .held || light.base != light.level ? light.base.inPercent : ""),
        .text(explanation(of: light, names), style(of: light)),
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
    switch light.standing {
    case .free: .lit
    case .held: .held
    // Without a reason it is on its way.
    case .owing: light.reason == nil ? .lit : .trouble
    case .unavailable: .aside
    }
  }

  private func explanation(of light: LightsInterface.Light, _ names: Names) -> String {
    let trouble = light.reason.map { ": \($0.inOneLine(atMost: 200))" } ?? ""
    switch light.standing {
    case .free: return ""
    case .owing: return light.reason == nil ? "" : "owed\(trouble)"
    case .unavailable: return "not to be written\(trouble)"
    case .held: return holder(of: light, names)
    }
  }

  /// `film by mpv (4711), session 7: dimmed for the film`, as far as it is known.
  private func holder(of light: LightsInterface.Light, _ names: Names) -> String {
    guard let number = light.session else { return "held" }
    guard let session = sessions.first(where: { $0.id == number }) else { return "held by session \(number)" }
    let scene = session.scenes.first { $0.id == light.scene }
    let name = scene?.name.map { "\($0.inOneLine(atMost: 200)) by " } ?? "held by "
    let reason = scene?.reason.map { ": \($0.inOneLine(atMost: 200))" } ?? ""
    return "\(name)\(session.holder(names)), session \(number)\(reason)"
  }
}

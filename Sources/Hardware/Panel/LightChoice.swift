import BrightnessModel
import DDC

/// The lights in use: those of the machine's panels, and every light of another kind. A pure
/// function of the discovered devices: neither their order nor an earlier choice matters.
///
/// Several drivers may offer a light for the same panel, and some of these lights do nothing. The
/// rules, with the machines that need them, are in docs/dev/lights.md.
public struct LightChoice: Hashable, Sendable {
  public private(set) var chosen: [DiscoveredLight] = []
  public private(set) var unused: [UnusedLight] = []

  public init() {}

  /// `unreadable` are lights whose files could not be read.
  public init(
    from lights: [DiscoveredLight],
    unreadable: [LightID: LightError] = [:],
    screens: Screens = Screens(),
    settings: LightSettings = LightSettings()
  ) {
    unused = unreadable.map { UnusedLight(id: $0.key, reason: .isUnreadable($0.value)) }
    // The backlight of a built-in panel is a light of its own.
    unused += screens.unreachable.filter { $0.reason != .isBuiltIn }.map {
      UnusedLight(id: LightID(.ddc, $0.connector), reason: .isUnreachable($0.reason), leavesScreen: $0.leavesScreen)
    }
    let usable = lights.sorted { $0.id < $1.id }.filter { light in
      if settings.ignores(light.id) { return reject(light, .isIgnored) }
      return light.maximum > 0 || light.monitor != nil || reject(light, .hasNoSteps)
    }
    let panels = usable.filter { settings.kind(of: $0) == .panel }
    chosen = usable.filter { settings.kind(of: $0) != .panel }
    let named = panels.map(\.id).filter(settings.panels.contains)
    if named.isEmpty {
      choose(among: panels, screens)
    } else {
      for panel in panels where named.contains(panel.id) || reject(panel, .configured(named)) {
        chosen.append(panel)
      }
    }
    chosen.sort { $0.id < $1.id }
    unused.sort { $0.id < $1.id }
  }

  /// A firmware interface controls whichever panel is in use. A raw backlight beside it does
  /// nothing, or controls something else, such as a Touch Bar.
  private mutating func choose(among panels: [DiscoveredLight], _ screens: Screens) {
    let interfaces = panels.filter { $0.type != .raw }
    guard let best = interfaces.best else { return chooseRaw(panels, screens) }
    chosen.append(best)
    for light in panels where light.id != best.id {
      reject(light, .outranked(by: best.id, best.type, own: light.type))
    }
  }

  private mutating func chooseRaw(_ panels: [DiscoveredLight], _ screens: Screens) {
    let groups = PanelGroups(panels, screens)
    for (light, ports) in groups.undecided { reject(light, .isUndecided(panels: ports)) }
    let states = groups.all.map { screens.state(ofCardOf: $0.lights[0]) }
    let best = states.max() ?? .unknown
    for (group, state) in zip(groups.all, states) {
      let winner = group.lights[0]
      for light in group.lights.dropFirst() { reject(light, .outranked(by: winner.id, .raw, own: .raw)) }
      let connector = winner.place.connector
      if winner.isScreenPad {
        if groups.connectorCount == 1 { chosen.append(winner) } else { reject(winner, .isLeftOver) }
      } else if screens.state(of: winner) == .disconnected {
        reject(winner, .isDisconnected(connector: connector ?? group.anchor))
      } else if state < best {
        reject(winner, .isDark(own: state, connector: connector, best: best))
      } else {
        chosen.append(winner)
      }
    }
  }

  /// Always returns false, so that a filter can end with this call.
  @discardableResult
  private mutating func reject(_ light: DiscoveredLight, _ reason: UnusedReason) -> Bool {
    unused.append(UnusedLight(id: light.id, reason: reason))
    return false
  }
}

public struct LightSettings: Hashable, Sendable {
  /// LEDs to use besides keyboard lights.
  public var indicators: Set<String> = []
  /// Lights to use as the panel; without any of them connected, the rules apply.
  public var panels: Set<LightID> = []
  public var ignored: Set<LightID> = []
  public var kinds: [LightID: LightKind] = [:]

  public init() {}

  func kind(of light: DiscoveredLight) -> LightKind { kinds[light.id.visible] ?? light.kind }

  /// The name of an LED of a keyboard ignores only that LED, the keyboard's id ignores all of them.
  func ignores(_ id: LightID) -> Bool { ignored.contains(id) || ignored.contains(id.visible) }

  /// Whether a device of the two subsystems is used as a light.
  func covers(_ id: LightID) -> Bool { id.subsystem == .backlight || id.isKeyboard || indicators.contains(id.name) }
}

public struct UnusedLight: Hashable, Sendable, CustomStringConvertible {
  public let id: LightID
  public let reason: UnusedReason
  /// Whether a screen that shows a picture is left without a light for that reason.
  public var leavesScreen = false

  public var description: String { "\(id) is not used: \(reason)" }
}

public enum UnusedReason: Hashable, Sendable, CustomStringConvertible {
  case hasNoSteps
  case isIgnored
  case configured([LightID])
  /// Another light drives the same panel and has a better type or name.
  case outranked(by: LightID, BacklightType?, own: BacklightType?)
  case isDisconnected(connector: String)
  /// A panel on another graphics card shows the picture.
  case isDark(own: ConnectorState, connector: String?, best: ConnectorState)
  case isUndecided(panels: [String])
  /// Each panel has a light at its own connector.
  case isLeftOver
  case isUnreadable(LightError)
  case isUnreachable(UnusedMonitorReason)

  public var description: String {
    switch self {
    case .hasNoSteps: "its maximum is 0"
    case .isIgnored: "the configuration ignores it"
    case .configured(let ids): "the configuration names \(list(ids)) as the panel"
    case .outranked(by: let winner, let type?, let own?) where type != own:
      "'\(winner)' lights the same panel, and \(type.rawValue) comes before \(own.rawValue)"
    case .outranked(by: let winner, _, _): "'\(winner)' lights the same panel, and comes first by its name"
    case .isDisconnected(let connector): "no screen is connected to '\(connector)'"
    case .isDark(let own, let connector, let best): "\(dark(own, connector)), and another panel's is \(best.word)"
    case .isUndecided(let panels): "it may light any of the panels \(list(panels))"
    case .isLeftOver: "each panel has a light at its own connector"
    case .isUnreadable(let error): "\(error)"
    case .isUnreachable(let reason): "\(reason)"
    }
  }

  private func list(_ names: [some CustomStringConvertible]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }

  private func dark(_ own: ConnectorState, _ connector: String?) -> String {
    guard let connector else { return "its connector is not known" }
    return own == .unknown ? "the state of '\(connector)' is not known" : "'\(connector)' is not enabled"
  }
}

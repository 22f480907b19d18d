import Model

/// The lights in use: one for each panel, and every light of another kind. A pure function of the discovered lights;
/// neither their order nor an earlier choice counts.
public struct LightChoice: Hashable, Sendable {
  public private(set) var chosen: [DiscoveredLight] = []
  public private(set) var unused: [UnusedLight] = []

  public init() {}

  /// `unreadable` are lights whose files could not be read, `graphicsCards` all cards of the machine, including those without a light.
  public init(
    from facts: [DiscoveredLight],
    unreadable: [LightID: LightError] = [:],
    graphicsCards: Set<String> = [],
    settings: LightSettings = LightSettings()
  ) {
    unused = unreadable.map { UnusedLight(id: $0.key, reason: .isUnreadable($0.value)) }
    let usable = facts.sorted { $0.id < $1.id }.filter { light in
      if settings.ignored.contains(light.id) { return reject(light, .isIgnored) }
      return light.maximum > 0 || reject(light, .hasNoSteps)
    }
    let panels = usable.filter { settings.kind(of: $0) == .panel }
    chosen = usable.filter { settings.kind(of: $0) != .panel }
    let named = panels.map(\.id).filter(settings.panels.contains)
    if named.isEmpty {
      choose(among: panels, graphicsCards)
    } else {
      for panel in panels where named.contains(panel.id) || reject(panel, .configured(named)) {
        chosen.append(panel)
      }
    }
    chosen.sort { $0.id < $1.id }
    unused.sort { $0.id < $1.id }
  }

  private mutating func choose(among panels: [DiscoveredLight], _ graphicsCards: Set<String>) {
    var groups = PanelGroups(panels, graphicsCards: graphicsCards)
    for (light, ports) in groups.undecided { reject(light, .isUndecided(panels: ports)) }
    groups.undecided = []
    let best = groups.all.map(\.state).max() ?? .unknown
    for group in groups.all {
      let winner = group.best
      for light in group.lights where light.id != winner.id {
        reject(light, .isBehind(winner.id, winner.type, own: light.type))
      }
      choose(winner, of: group, best: best)
    }
  }

  /// A firmware or platform interface belongs to the panel in use. On machines with two graphics cards each card registers a raw
  /// one, of which one may be inert, so a raw light needs a connector with a picture.
  private mutating func choose(_ light: DiscoveredLight, of group: PanelGroup, best: ConnectorState) {
    let connector = light.place.connector?.name
    if light.type != .raw {
      chosen.append(light)
    } else if group.state == .disconnected {
      reject(light, .isDisconnected(connector: connector ?? group.anchor))
    } else if group.state < best {
      reject(light, .isDark(own: group.state, connector: connector, best: best))
    } else {
      chosen.append(light)
    }
  }

  /// Always false, so that a filter may end with it.
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

  func kind(of light: DiscoveredLight) -> LightKind { kinds[light.id] ?? light.kind }

  /// Whether a device of the two subsystems is used as a light.
  func covers(_ id: LightID) -> Bool { id.subsystem == .backlight || id.isKeyboard || indicators.contains(id.name) }
}

public struct UnusedLight: Hashable, Sendable, CustomStringConvertible {
  public let id: LightID
  public let reason: UnusedReason

  public var description: String { "\(id) is not used: \(reason)" }
}

public enum UnusedReason: Hashable, Sendable, CustomStringConvertible {
  case hasNoSteps
  case isIgnored
  case configured([LightID])
  /// Another light drives the same panel and has a better type or name.
  case isBehind(LightID, BacklightType?, own: BacklightType?)
  case isDisconnected(connector: String)
  /// A panel on another graphics card shows the picture.
  case isDark(own: ConnectorState, connector: String?, best: ConnectorState)
  case isUndecided(panels: [String])
  case isUnreadable(LightError)

  public var description: String {
    switch self {
    case .hasNoSteps: "its maximum is 0"
    case .isIgnored: "the configuration ignores it"
    case .configured(let ids): "the configuration names \(list(ids)) as the panel"
    case .isBehind(let winner, let type?, let own?) where type != own:
      "'\(winner)' lights the same panel, and \(type.rawValue) comes before \(own.rawValue)"
    case .isBehind(let winner, _, _): "'\(winner)' lights the same panel, and comes first by its name"
    case .isDisconnected(let connector): "no screen is connected to '\(connector)'"
    case .isDark(let own, let connector, let best): "\(dark(own, connector)), and another panel's is \(best.word)"
    case .isUndecided(let panels): "it may light any of the panels \(list(panels))"
    case .isUnreadable(let error): "\(error)"
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

/// Evidence that a connector shows a picture, weakest first.
public enum ConnectorState: Hashable, Sendable, Comparable {
  case disconnected
  case unknown
  case connected
  case enabled

  init(_ connector: Connector?) {
    switch (connector?.isConnected, connector?.isEnabled) {
    case (false?, _): self = .disconnected
    case (_, true?): self = .enabled
    case (true?, _): self = .connected
    case (nil, _): self = .unknown
    }
  }

  var word: String { self == .unknown ? "not known" : "\(self)" }
}

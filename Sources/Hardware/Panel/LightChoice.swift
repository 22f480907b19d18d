import Model

/// The lights in use: one for each panel, and every light of another kind.
///
/// A pure function of the discovered lights; neither their order nor an earlier choice counts.
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
  func covers(_ id: LightID) -> Bool {
    id.subsystem == .backlight || id.isKeyboard || indicators.contains(id.name)
  }
}

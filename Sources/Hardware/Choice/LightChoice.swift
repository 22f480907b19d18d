/// Which of the lights that were found are used: one for each panel, and everything that is no panel.
///
/// A pure function of the facts: neither their order nor what was chosen before counts.
public struct LightChoice: Hashable, Sendable {
  public private(set) var chosen: [LightFacts] = []
  public private(set) var setAside: [SetAside] = []

  public init() {}

  /// `graphicsCards` are those of the machine, also the ones without a light.
  public init(from facts: [LightFacts], graphicsCards: Set<String> = [], settings: LightSettings = LightSettings()) {
    let usable = facts.sorted { $0.id < $1.id }.filter { light in
      if settings.ignored.contains(light.id) { return setAside(light, .isIgnored) }
      return light.maximum > 0 || setAside(light, .hasNoSteps)
    }
    let panels = usable.filter { settings.kind(of: $0) == .panel }
    chosen = usable.filter { settings.kind(of: $0) != .panel }
    let named = panels.map(\.id).filter(settings.panels.contains)
    if named.isEmpty {
      choose(among: panels, graphicsCards)
    } else {
      for panel in panels where named.contains(panel.id) || setAside(panel, .settingsName(named)) {
        chosen.append(panel)
      }
    }
    chosen.sort { $0.id < $1.id }
    setAside.sort { $0.id < $1.id }
  }

  /// Adds lights whose files cannot be understood.
  init(_ choice: LightChoice, unreadable: [LightID: LightError]) {
    self = choice
    setAside += unreadable.map { SetAside(id: $0.key, reason: .isUnreadable($0.value)) }
    setAside.sort { $0.id < $1.id }
  }

  private mutating func choose(among panels: [LightFacts], _ graphicsCards: Set<String>) {
    var groups = PanelGroups(panels, graphicsCards: graphicsCards)
    for (light, ports) in groups.undecided { setAside(light, .isUndecided(panels: ports)) }
    groups.undecided = []
    let best = groups.all.map(\.standing).max() ?? .unknown
    for group in groups.all {
      let winner = group.best
      for light in group.lights where light.id != winner.id {
        setAside(light, .isBehind(winner.id, winner.type, own: light.type))
      }
      choose(winner, of: group, best: best)
    }
  }

  /// Firmware and platform know their panel; raw has to show that there is a picture on it.
  private mutating func choose(_ light: LightFacts, of group: PanelGroup, best: Standing) {
    let connector = light.place.connector?.name
    if light.type != .raw {
      chosen.append(light)
    } else if group.standing == .disconnected {
      setAside(light, .isDisconnected(connector: connector ?? group.anchor))
    } else if group.standing < best {
      setAside(light, .isDark(own: group.standing, connector: connector, best: best))
    } else {
      chosen.append(light)
    }
  }

  /// Always false, so that a filter may end with it.
  @discardableResult
  private mutating func setAside(_ light: LightFacts, _ reason: SetAside.Reason) -> Bool {
    setAside.append(SetAside(id: light.id, reason: reason))
    return false
  }
}

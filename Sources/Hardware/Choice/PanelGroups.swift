/// The lights that drive one and the same panel.
struct PanelGroup {
  let anchor: String
  var lights: [LightFacts] = []

  var standing: Standing { lights.map { Standing($0.place.connector) }.max() ?? .unknown }

  /// The lights are in the order of their names.
  var best: LightFacts { lights.min { ($0.type ?? .raw) < ($1.type ?? .raw) }! }
}

/// Panels and their lights: those on a DRM connector by the connector, the others by their graphics card, else by themselves.
struct PanelGroups {
  private(set) var all: [PanelGroup] = []
  /// Lights that may drive any of several panels, with those panels' ports.
  var undecided: [(light: LightFacts, ports: [String])] = []

  init(_ panels: [LightFacts], graphicsCards: Set<String>) {
    for light in panels where light.place.connector != nil { add(light, to: light.place.anchor) }
    let onConnectors = all
    let cards = graphicsCards.union(panels.compactMap(\.place.graphicsCard))
    for light in panels where light.place.connector == nil {
      guard let card = Self.card(of: light, cards) else {
        add(light, to: light.place.device)
        continue
      }
      add(light, on: card, onConnectors)
    }
    all = all.map { PanelGroup(anchor: $0.anchor, lights: $0.lights.sorted { $0.id < $1.id }) }
  }

  /// The card above a light; to a device of the platform, which stands beside the PCI tree, the machine's only card.
  private static func card(of light: LightFacts, _ cards: Set<String>) -> String? {
    if let card = light.place.graphicsCard { return card }
    return light.type != .raw && cards.count == 1 ? cards.first : nil
  }

  /// The only panel of the card that may show a picture is the light's.
  private mutating func add(_ light: LightFacts, on card: String, _ onConnectors: [PanelGroup]) {
    let panels = onConnectors.filter { $0.lights[0].place.graphicsCard == card }
    let best = panels.map(\.standing).max()
    let candidates = panels.filter { $0.standing == best }
    switch candidates.count {
    case 0: add(light, to: card)
    case 1: add(light, to: candidates[0].anchor)
    default: undecided.append((light, candidates.compactMap { $0.lights[0].place.connector?.name }.sorted()))
    }
  }

  private mutating func add(_ light: LightFacts, to anchor: String) {
    if let index = all.firstIndex(where: { $0.anchor == anchor }) {
      all[index].lights.append(light)
    } else {
      all.append(PanelGroup(anchor: anchor, lights: [light]))
    }
  }
}

import Model

struct PanelGroup {
  let anchor: String
  var lights: [DiscoveredLight] = []

  var state: ConnectorState { lights.map { ConnectorState($0.place.connector) }.max() ?? .unknown }

  /// The first light of the best type; `lights` are in the order of their names' numbers.
  var best: DiscoveredLight {
    BacklightType.allCases.lazy.compactMap { type in lights.first { $0.type ?? .raw == type } }.first!
  }
}

/// Lights grouped by panel: by their DRM connector, else by their graphics card, else alone.
struct PanelGroups {
  private(set) var all: [PanelGroup] = []
  /// Lights that may drive any of several panels, with the panels' ports.
  var undecided: [(light: DiscoveredLight, ports: [String])] = []

  init(_ panels: [DiscoveredLight], graphicsCards: Set<String>) {
    for light in panels where light.place.connector != nil { add(light, to: light.place.anchor) }
    let onConnectors = all
    let cards = graphicsCards.union(panels.compactMap(\.place.graphicsCard))
    for light in panels where light.place.connector == nil {
      if let card = Self.card(of: light, cards) {
        add(light, on: card, onConnectors)
      } else {
        add(light, to: light.place.device)
      }
    }
    all = all.map { PanelGroup(anchor: $0.anchor, lights: $0.lights.sorted { $0.id.name.precedes($1.id.name) }) }
  }

  /// The card above a light. A platform device is outside the PCI tree, and belongs to the machine's only card, if it has one.
  private static func card(of light: DiscoveredLight, _ cards: Set<String>) -> String? {
    if let card = light.place.graphicsCard { return card }
    return light.type != .raw && cards.count == 1 ? cards.first : nil
  }

  /// Adds the light to the card's panel that shows a picture, if it is the only one.
  private mutating func add(_ light: DiscoveredLight, on card: String, _ onConnectors: [PanelGroup]) {
    let panels = onConnectors.filter { $0.lights[0].place.graphicsCard == card }
    let best = panels.map(\.state).max()
    let candidates = panels.filter { $0.state == best }
    switch candidates.count {
    case 0: add(light, to: card)
    case 1: add(light, to: candidates[0].anchor)
    default: undecided.append((light, candidates.compactMap { $0.lights[0].place.connector?.name }.sorted()))
    }
  }

  private mutating func add(_ light: DiscoveredLight, to anchor: String) {
    if let index = all.firstIndex(where: { $0.anchor == anchor }) {
      all[index].lights.append(light)
    } else {
      all.append(PanelGroup(anchor: anchor, lights: [light]))
    }
  }
}

extension String {
  /// Orders `acpi_video2` before `acpi_video10`: the kernel numbers devices as they register, and the earliest of twins is chosen.
  fileprivate func precedes(_ other: String) -> Bool {
    func parts(_ name: String) -> (stem: Substring, number: UInt64) {
      let stem = name[...(name.lastIndex { !$0.isASCIIDigit } ?? name.startIndex)]
      return (stem, UInt64(name.dropFirst(stem.count)) ?? 0)
    }
    return parts(self) < parts(other)
  }
}

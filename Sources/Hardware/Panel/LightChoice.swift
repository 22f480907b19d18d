import DDC
import Model

/// The lights in use: one for each panel, and every light of another kind. A pure function of the discovered lights;
/// neither their order nor an earlier choice counts.
public struct LightChoice: Hashable, Sendable {
  public private(set) var chosen: [DiscoveredLight] = []
  public private(set) var unused: [UnusedLight] = []

  public init() {}

  /// `unreadable` are lights whose files could not be read, `unreachable` monitors without a bus, `graphicsCards` all cards of the machine, including those without a light.
  public init(
    from facts: [DiscoveredLight],
    unreadable: [LightID: LightError] = [:],
    unreachable: [UnusedMonitor] = [],
    graphicsCards: Set<String> = [],
    settings: LightSettings = LightSettings()
  ) {
    unused = unreadable.map { UnusedLight(id: $0.key, reason: .isUnreadable($0.value)) }
    // The backlight of a built-in panel is a light of its own.
    unused += unreachable.filter { $0.reason != .isBuiltIn }.map {
      UnusedLight(id: LightID(.ddc, $0.connector), reason: .isUnreachable($0.reason))
    }
    let usable = facts.sorted { $0.id < $1.id }.filter { light in
      if settings.ignored.contains(light.id) { return reject(light, .isIgnored) }
      return light.maximum > 0 || light.monitor != nil || reject(light, .hasNoSteps)
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
    let groups = PanelGroups(panels, graphicsCards: graphicsCards)
    for (light, ports) in groups.undecided { reject(light, .isUndecided(panels: ports)) }
    let best = groups.all.map(\.state).max() ?? .unknown
    for group in groups.all {
      let winner = group.best
      for light in group.lights where light.id != winner.id {
        reject(light, .isBehind(winner.id, winner.type, own: light.type))
      }
      let connector = winner.place.connector?.name
      // A firmware or platform interface belongs to the panel in use. On machines with two graphics cards each card registers a raw
      // one, of which one may be inert, so a raw light needs a connector with a picture.
      if winner.type == .raw, group.state == .disconnected {
        reject(winner, .isDisconnected(connector: connector ?? group.anchor))
      } else if winner.type == .raw, group.state < best {
        reject(winner, .isDark(own: group.state, connector: connector, best: best))
      } else {
        chosen.append(winner)
      }
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
  case isUnreachable(UnusedMonitorReason)

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

struct PanelGroup {
  let anchor: String
  let lights: [DiscoveredLight]

  var state: ConnectorState { lights.map { ConnectorState($0.place.connector) }.max() ?? .unknown }

  /// The first light of the best type; `lights` are in the order of their names' numbers.
  var best: DiscoveredLight {
    BacklightType.allCases.lazy.compactMap { type in lights.first { $0.type ?? .raw == type } }.first!
  }
}

/// Lights grouped by panel: by their DRM connector, else by their graphics card, else alone.
struct PanelGroups {
  let all: [PanelGroup]
  /// Lights that may drive any of several panels, with the panels' ports.
  private(set) var undecided: [(light: DiscoveredLight, ports: [String])] = []

  init(_ panels: [DiscoveredLight], graphicsCards: Set<String>) {
    var groups = Dictionary(grouping: panels.filter { $0.place.connector != nil }, by: \.place.anchor)
    let onConnectors = groups.map { PanelGroup(anchor: $0, lights: $1) }
    let cards = graphicsCards.union(panels.compactMap(\.place.graphicsCard))
    for light in panels where light.place.connector == nil {
      guard let card = Self.card(of: light, cards) else {
        groups[light.place.device, default: []].append(light)
        continue
      }
      // It belongs to the card's panel that shows a picture, if there is only one.
      let onCard = onConnectors.filter { $0.lights[0].place.graphicsCard == card }
      let best = onCard.map(\.state).max()
      let candidates = onCard.filter { $0.state == best }
      if candidates.count > 1 {
        undecided.append((light, candidates.compactMap { $0.lights[0].place.connector?.name }.sorted()))
      } else {
        groups[candidates.first?.anchor ?? card, default: []].append(light)
      }
    }
    all = groups.map { PanelGroup(anchor: $0, lights: $1.sorted { $0.id.name.precedes($1.id.name) }) }
  }

  /// The card above a light. A platform device is outside the PCI tree, and belongs to the machine's only card, if it has one.
  private static func card(of light: DiscoveredLight, _ cards: Set<String>) -> String? {
    if let card = light.place.graphicsCard { return card }
    return light.type != .raw && cards.count == 1 ? cards.first : nil
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

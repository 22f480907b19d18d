import BrightnessModel
import DDC

/// The screens of a machine.
public struct Screens: Hashable, Sendable {
  /// Its connectors, also those without a screen.
  public var connectors: [MonitorConnector]
  /// Monitors that are not used.
  public var unreachable: [UnusedMonitor]

  public init(connectors: [MonitorConnector] = [], unreachable: [UnusedMonitor] = []) {
    self.connectors = connectors
    self.unreachable = unreachable
  }

  /// The evidence that a light's panel is there: its connector, or the best of the panels that it
  /// may drive.
  func state(of light: DiscoveredLight) -> ConnectorState {
    if light.place.connector != nil { return state(ofConnectorOf: light.place) }
    if light.place.graphicsCard != nil { return state(ofCardOf: light) }
    // The device tree of a board may have lights for panels that nobody attached.
    let ofBoard = connectors.filter { !$0.isOnPCI }
    let isWithoutPanel = !ofBoard.isEmpty && !ofBoard.contains { $0.isConnected && $0.mayBePanel }
    return isWithoutPanel && light.place.isOfBoard ? .disconnected : .unknown
  }

  /// The best evidence of a panel at the same graphics card. A panel that a compositor has turned
  /// off still counts.
  func state(ofCardOf light: DiscoveredLight) -> ConnectorState {
    let place = light.place
    let onCard = connectors.filter { $0.mayBePanel && place.graphicsCard == $0.card }.map { ConnectorState($0) }
    return (onCard + [state(ofConnectorOf: place)]).max() ?? .unknown
  }

  /// The evidence of a panel at the connector above a light, if there is one.
  func state(ofConnectorOf place: LightPlace) -> ConnectorState {
    connectors.first { $0.name == place.connector }.map { ConnectorState($0) } ?? .unknown
  }
}

/// Evidence that a connector shows a picture, weakest first.
public enum ConnectorState: Hashable, Sendable, Comparable {
  case disconnected
  case unknown
  case connected
  case enabled

  init(_ connector: MonitorConnector) {
    switch (connector.status, connector.isEnabled) {
    case (.disconnected, _): self = .disconnected
    case (_, true?): self = .enabled
    case (.connected, _): self = .connected
    case (.unknown, _): self = .unknown
    }
  }

  var word: String { self == .unknown ? "not known" : "\(self)" }
}

extension MonitorConnector {
  fileprivate var isOnPCI: Bool { card.split(separator: "/").contains { $0.hasPrefix("pci") } }
}

extension LightPlace {
  /// Whether the light comes from the device tree or from the firmware's tables.
  fileprivate var isOfBoard: Bool { device.split(separator: "/").contains("platform") }
}

/// Raw lights grouped by panel: by their DRM connector, by their graphics card if only that is
/// known, or otherwise each alone.
struct PanelGroups {
  struct Group {
    let anchor: String
    /// In the order of their names' numbers.
    let lights: [DiscoveredLight]
  }

  let all: [Group]
  /// How many connectors have lights.
  let connectorCount: Int
  /// Lights that may drive any of several panels, with the panels' ports.
  private(set) var undecided: [(light: DiscoveredLight, ports: [String])] = []

  init(_ panels: [DiscoveredLight], _ screens: Screens) {
    var groups = Dictionary(grouping: panels.filter { $0.place.connector != nil }, by: \.place.anchor)
    let onConnectors = groups.values.map { $0[0].place }
    connectorCount = onConnectors.count
    for light in panels where light.place.connector == nil {
      guard let card = light.place.graphicsCard else {
        groups[light.place.device, default: []].append(light)
        continue
      }
      // It belongs to the card's panel, if there is only one that shows a picture.
      let onCard = onConnectors.filter { $0.graphicsCard == card }
      let best = onCard.map(screens.state(ofConnectorOf:)).max()
      let candidates = onCard.filter { screens.state(ofConnectorOf: $0) == best }
      if candidates.count > 1 {
        undecided.append((light, candidates.compactMap(\.connector).sorted()))
      } else {
        groups[candidates.first?.anchor ?? card, default: []].append(light)
      }
    }
    all = groups.map { Group(anchor: $0, lights: $1.sorted { $0.id.name.precedes($1.id.name) }) }
  }
}

extension DiscoveredLight {
  /// The second panel of some laptops by ASUS, the ScreenPad Plus, is at a connector for monitors,
  /// and its light is outside of the card (asus-wmi.c of Linux 6.12). On those whose second panel
  /// has a connector of its own kind, the light is there too, and does nothing.
  var isScreenPad: Bool { id.name == "asus_screenpad" }
}

extension [DiscoveredLight] {
  /// The first light of the best type.
  var best: DiscoveredLight? {
    let inOrder = sorted { $0.id.name.precedes($1.id.name) }
    return BacklightType.allCases.lazy.compactMap { type in inOrder.first { $0.type == type } }.first
  }
}

extension String {
  /// Orders `acpi_video2` before `acpi_video10`. The kernel numbers devices as they register, and
  /// the earliest of twins is chosen.
  fileprivate func precedes(_ other: String) -> Bool {
    func parts(_ name: String) -> (stem: Substring, number: UInt64) {
      let stem = name[...(name.lastIndex { !$0.isASCIIDigit } ?? name.startIndex)]
      return (stem, UInt64(name.dropFirst(stem.count)) ?? 0)
    }
    return parts(self) < parts(other)
  }
}

/// Where a light hangs in the tree of devices, which tells what it lights.
public struct LightPlace: Hashable, Sendable {
  /// The light's own folder, links resolved.
  public var device: String
  /// The screen that the graphics driver says it lights.
  public var connector: Connector?
  /// The folder of the PCI function of the graphics card above it.
  public var graphicsCard: String?

  public init(device: String, connector: Connector? = nil, graphicsCard: String? = nil) {
    self.device = device
    self.connector = connector
    self.graphicsCard = graphicsCard
  }

  /// What stays when a light comes back under another name: the card's place and the connector's name on it, else the card,
  /// else the device above. `card0` may be `card1` the next time, `amdgpu_bl0` be `amdgpu_bl1`.
  public var anchor: String {
    if let connector { return [graphicsCard, connector.port].compactMap(\.self).joined(separator: "/") }
    return graphicsCard ?? device.parent
  }
}

/// A DRM connector.
public struct Connector: Hashable, Sendable {
  /// Such as "card0-eDP-1".
  public var name: String
  /// Whether a picture is sent to it; nil where that cannot be told.
  public var isEnabled: Bool?
  /// Whether a screen hangs on it; nil where that cannot be told.
  public var isConnected: Bool?

  public init(name: String, isEnabled: Bool? = nil, isConnected: Bool? = nil) {
    self.name = name
    self.isEnabled = isEnabled
    self.isConnected = isConnected
  }

  /// Its name on the card, such as "eDP-1".
  public var port: String { name.split(separator: "-", maxSplits: 1).last.map(String.init) ?? name }

  /// Whether it is a socket on the case: what hangs on it is no panel of this machine.
  var isExternal: Bool { ["DP-", "HDMI-", "DVI-", "VGA-"].contains { port.hasPrefix($0) } }
}

extension String {
  /// The path of the folder above.
  var parent: String {
    guard let slash = lastIndex(of: "/") else { return "" }
    return String(self[..<slash])
  }

  var lastPathComponent: Substring { self[(lastIndex(of: "/").map(index(after:)) ?? startIndex)...] }
}

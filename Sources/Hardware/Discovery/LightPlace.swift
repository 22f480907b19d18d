import EventLoop
import Glibc

/// The position of a light in the device tree, which tells its screen.
public struct LightPlace: Hashable, Sendable {
  /// The light's own folder, links resolved.
  public var device: String
  /// The DRM connector above the light, if the driver registered it there.
  public var connector: Connector?
  /// The folder of the graphics card above the light, a PCI function.
  public var graphicsCard: String?

  /// An identity that survives another name: the card's path and the connector's port, else the card, else the parent device.
  ///
  /// Numbers in names depend on the order in which drivers load: `card0` may be `card1` after a restart, and `amdgpu_bl0`
  /// `amdgpu_bl1`.
  public var anchor: String {
    if let connector { return [graphicsCard, connector.port].compactMap(\.self).joined(separator: "/") }
    return graphicsCard ?? device.parent
  }
}

public struct Connector: Hashable, Sendable {
  /// Such as "card0-eDP-1".
  public var name: String
  public var isEnabled: Bool?
  public var isConnected: Bool?

  /// Its name on the card, such as "eDP-1".
  public var port: String { name.split(separator: "-", maxSplits: 1).last.map(String.init) ?? name }

  /// Whether a cable is plugged in there, so that the screen is no built-in panel.
  var isExternal: Bool { ["DP-", "HDMI-", "DVI-", "VGA-"].contains { port.hasPrefix($0) } }
}

extension String {
  var parent: String {
    guard let slash = lastIndex(of: "/") else { return "" }
    return String(self[..<slash])
  }

  var lastPathComponent: Substring { self[(lastIndex(of: "/").map(index(after:)) ?? startIndex)...] }
}

extension LightPlace {
  /// Reads the names of the folders above a light: the kernel names connectors `card0-eDP-1` and PCI functions `0000:00:02.0`.
  static func read(_ folder: String) throws(LightError) -> LightPlace {
    let device = try resolve(folder)
    var place = LightPlace(device: device)
    var path = device.parent
    while !path.isEmpty, place.graphicsCard == nil {
      if place.connector == nil, isConnector(path.lastPathComponent) { place.connector = Connector.read(path) }
      if isPCIFunction(path.lastPathComponent), isGraphicsCard(path) { place.graphicsCard = path }
      path = path.parent
    }
    return place
  }

  /// The graphics cards of the machine, including those without lights.
  static func graphicsCards(under root: String) throws(LightError) -> Set<String> {
    let folder = "\(root)/bus/pci/devices"
    var cards: Set<String> = []
    for name in try listing(of: folder) where isGraphicsCard("\(folder)/\(name)", orUnknown: false) {
      cards.insert(try resolve("\(folder)/\(name)"))
    }
    return cards
  }

  private static func resolve(_ folder: String) throws(LightError) -> String {
    guard let path = realpath(folder, nil) else {
      throw .refused(SystemError("resolve", folder, ErrorCode(rawValue: errno)))
    }
    defer { free(path) }
    return String(cString: path)
  }

  /// Whether it is a PCI function of base class 3, display. Bridges above a card are PCI functions too.
  private static func isGraphicsCard(_ path: String, orUnknown: Bool = true) -> Bool {
    guard let number = try? AttributeFile(path: "\(path)/class").text() else { return orUnknown }
    return number.hasPrefix("0x03")
  }

  private static func isConnector(_ name: Substring) -> Bool {
    guard name.hasPrefix("card") else { return false }
    let rest = name.dropFirst(4).drop(while: \.isASCIIDigit)
    return rest.startIndex > name.index(name.startIndex, offsetBy: 4) && rest.hasPrefix("-")
  }

  /// Domain, bus, device and function: `0000:00:02.0`.
  private static func isPCIFunction(_ name: Substring) -> Bool {
    let parts = name.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "." }
    return parts.count == 4 && zip(parts, [4, 2, 2, 1]).allSatisfy { $0.count >= $1 && $0.allSatisfy(\.isHexDigit) }
  }
}

extension Connector {
  /// An unreadable file leaves a property unknown, so that the light is still usable.
  static func read(_ folder: String) -> Connector {
    func text(_ name: String) -> String? { try? AttributeFile(path: "\(folder)/\(name)").text() }
    return Connector(
      name: String(folder.lastPathComponent),
      isEnabled: text("enabled").flatMap { ["enabled": true, "disabled": false][$0] },
      isConnected: text("status").flatMap { ["connected": true, "disconnected": false][$0] }
    )
  }
}

extension Character {
  var isASCIIDigit: Bool { isASCII && isWholeNumber }
}

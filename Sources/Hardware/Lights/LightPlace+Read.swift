import EventLoop
import Glibc

extension LightPlace {
  /// Looks at the names of the folders above a light, which the kernel gives in one way: `card0-eDP-1` to a connector,
  /// `0000:00:02.0` to a PCI function.
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

  /// The graphics cards of the machine, whether they have lights or not.
  static func graphicsCards(under root: String) throws(LightError) -> Set<String> {
    let folder = "\(root)/bus/pci/devices"
    var cards: Set<String> = []
    for name in try listing(of: folder) where isGraphicsCard("\(folder)/\(name)", unlessSaid: false) {
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

  /// A PCI function of base class 3, as all displays are; bridges stand above cards, other devices below them.
  private static func isGraphicsCard(_ path: String, unlessSaid: Bool = true) -> Bool {
    guard let number = try? AttributeFile(path: "\(path)/class").text() else { return unlessSaid }
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
  /// What cannot be read about a screen is not known, and no reason to do without the light.
  static func read(_ folder: String) -> Connector {
    func text(_ name: String) -> String? { try? AttributeFile(path: "\(folder)/\(name)").text() }
    return Connector(
      name: String(folder.lastPathComponent),
      isEnabled: text("enabled").flatMap { ["enabled": true, "disabled": false][$0] },
      isConnected: text("status").flatMap { ["connected": true, "disconnected": false][$0] }
    )
  }
}

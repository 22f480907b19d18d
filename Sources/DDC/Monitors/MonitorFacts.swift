import EventLoop
import Glibc

/// The connectors and buses of a machine, read from sysfs. Reading them sends nothing to a monitor.
public struct MonitorFacts: Hashable, Sendable {
  public var connectors: [MonitorConnector]
  public var adapters: [I2CAdapter]

  public init(connectors: [MonitorConnector], adapters: [I2CAdapter]) {
    (self.connectors, self.adapters) = (connectors, adapters)
  }

  /// `root` stands for `/sys`. A device that disappears meanwhile is left out.
  public static func read(under root: String) throws(SystemError) -> MonitorFacts {
    MonitorFacts(
      connectors: try Folder.names(in: "\(root)/class/drm").compactMap { MonitorConnector.read($0, under: root) },
      adapters: try Folder.names(in: "\(root)/bus/i2c/devices").compactMap { I2CAdapter.read($0, under: root) }
    )
  }
}

extension MonitorConnector {
  /// Nil for a card itself, and for what is no connector.
  static func read(_ name: String, under root: String) -> MonitorConnector? {
    let folder = "\(root)/class/drm/\(name)"
    guard name.hasPrefix("card"), name.contains("-"), let place = SysfsFile.resolved(folder) else { return nil }
    // The folder is in that of the card, whose device is the graphics card.
    guard let card = SysfsFile.resolved("\(folder)/device/device") else { return nil }
    var connector = MonitorConnector(name: name, place: place, card: card)
    connector.linkedBus = SysfsFile.resolved("\(folder)/ddc").flatMap {
      I2CAdapter.number(of: String($0.lastPathComponent))
    }
    return connector.readAgain()
  }

  /// The connector with the present content of its files.
  public func readAgain() -> MonitorConnector {
    var now = self
    now.isConnected = SysfsFile.text("\(place)/status") == "connected"
    now.isLit = isLitNow
    now.edid = SysfsFile.bytes("\(place)/edid") ?? []
    return now
  }

  /// Whether it shows a picture now.
  public var isLitNow: Bool {
    SysfsFile.text("\(place)/enabled") == "enabled" && SysfsFile.text("\(place)/dpms") == "On"
  }
}

extension I2CAdapter {
  /// Nil for a device on a bus.
  static func read(_ name: String, under root: String) -> I2CAdapter? {
    let devices = "\(root)/bus/i2c/devices"
    guard let number = number(of: name), let place = SysfsFile.resolved("\(devices)/\(name)") else { return nil }
    return I2CAdapter(number: number, name: "", parent: place.parent).readAgain(under: root)
  }

  /// The bus with its present name and driver. Nil if it is gone, also if one of another device has its number now.
  func readAgain(under root: String) -> I2CAdapter? {
    let place = "\(parent)/i2c-\(number)"
    guard let name = SysfsFile.text("\(place)/name") else { return nil }
    var now = self
    now.name = name
    // A device without a driver does not count: it may only have been announced.
    now.driver = SysfsFile.target(of: "\(place)/\(number)-0037/driver").map { String($0.lastPathComponent) }
    if now.driver == nil, SysfsFile.exists("\(root)/class/backlight/ddcci\(number)") { now.driver = "ddcci" }
    return now
  }

  /// The number in a name such as "i2c-4".
  static func number(of name: String) -> Int? {
    guard name.hasPrefix("i2c-"), let number = Int(name.dropFirst(4)), name == "i2c-\(number)" else { return nil }
    return number
  }
}

import BrightnessEventLoop
import Glibc

/// A connector of a graphics card, as its files describe it.
///
/// What cannot be read of it is not known: a panel's light may be usable all the same.
public struct MonitorConnector: Hashable, Sendable {
  /// Such as "card1-DP-1".
  public var name: String
  /// Its folder, links resolved.
  public var place: String
  /// The folder of the graphics card's device, links resolved.
  public var card: String
  public var status = Status.connected
  /// Whether the card sends it a picture, as far as its driver says.
  public var isEnabled: Bool? = true
  /// Whether it shows a picture now: without one the monitor sleeps.
  public var isLit = true
  public var edid: [UInt8] = []
  /// The kernel's driver of the card, such as "i915".
  public var driver: String?
  /// The bus that its link `ddc` leads to.
  public var linkedBus: Int?

  /// Whether a screen is behind it. The kernel has the third word for where it cannot tell.
  public enum Status: String, Hashable, Sendable {
    case connected, disconnected, unknown
  }

  public init(name: String, place: String, card: String) {
    self.name = name
    self.place = place
    self.card = card
  }

  public var isConnected: Bool { status == .connected }

  /// Its name on the card, such as "DP-1".
  public var port: String { name.portOfConnector }

  /// Whether a panel of the machine itself is behind it: its backlight is a light of sysfs.
  var isBuiltIn: Bool { ["eDP-", "LVDS-", "DSI-"].contains { port.hasPrefix($0) } }

  /// Whether a panel may be behind it. Includes DPI, SPI and types that the driver has no name for.
  package var mayBePanel: Bool { !takesMonitors && !["Writeback-", "Virtual-"].contains { port.hasPrefix($0) } }

  /// Whether a monitor can be plugged in there: not a connector for recordings or of a virtual
  /// machine.
  var takesMonitors: Bool { port.isPortForMonitors }

  /// Nil for a card itself, and for anything else that is not a connector.
  static func read(_ name: String, under root: String) -> MonitorConnector? {
    let folder = "\(root)/class/drm/\(name)"
    guard name.hasPrefix("card"), name.contains("-"), let place = SysfsFile.resolved(folder) else { return nil }
    // The folder is in that of the card, which is in `drm` below its device.
    let card = place.parent.parent.parent
    var connector = MonitorConnector(name: name, place: place, card: card)
    connector.driver = SysfsFile.target(of: "\(card)/driver").map { String($0.lastPathComponent) }
    connector.linkedBus = SysfsFile.resolved("\(folder)/ddc").flatMap {
      I2CAdapter.number(of: String($0.lastPathComponent))
    }
    return connector.readAgain()
  }

  /// The connector with the present content of its files.
  public func readAgain() -> MonitorConnector {
    var now = self
    now.status = SysfsFile.text("\(place)/status").flatMap(Status.init) ?? .unknown
    now.isEnabled = SysfsFile.text("\(place)/enabled").flatMap { ["enabled": true, "disabled": false][$0] }
    now.isLit = isLitNow
    now.edid = SysfsFile.bytes("\(place)/edid") ?? []
    return now
  }

  /// Whether it shows a picture now.
  ///
  /// NVIDIA's driver says "disabled" of every connector before 580.82.07, and beside its X driver
  /// in each version, because it does not keep `connector->encoder` (nvidia-drm-modeset.c).
  public var isLitNow: Bool {
    guard SysfsFile.text("\(place)/dpms") == "On" else { return false }
    return driver == "nvidia" || SysfsFile.text("\(place)/enabled") == "enabled"
  }
}

extension String {
  /// The part of a connector's name that is without its card: "DP-1" of "card1-DP-1".
  package var portOfConnector: String { split(separator: "-", maxSplits: 1).last.map(String.init) ?? self }

  /// Whether a port takes a cable.
  package var isPortForMonitors: Bool { ["DP-", "HDMI-", "DVI-", "VGA-"].contains { hasPrefix($0) } }
}

/// A bus, as its files describe it.
public struct I2CAdapter: Hashable, Sendable {
  public var number: Int
  public var name: String
  /// The folder of the device that it belongs to, links resolved: a connector, or a graphics card.
  public var parent: String
  /// The kernel's driver of the monitor's controller on this bus, such as "ddcci".
  public var driver: String?

  /// Whether other parts of the machine are on the bus: memory modules, voltage regulators, the
  /// lamps of a card, a controller of USB sockets.
  var isSystemBus: Bool {
    ["SMBus", "AMDGPU SMU", "AMDGPU DM i2c OEM", "NVIDIA GPU UCSI"].contains { name.hasPrefix($0) }
  }

  /// Whether it reaches a monitor behind a hub or another monitor. The kernel calls it so in
  /// drm_dp_mst_topology.c.
  var isBehindHub: Bool { name == "DPMST" }

  /// Nil for a device on a bus.
  static func read(_ name: String, under root: String) -> I2CAdapter? {
    let devices = "\(root)/bus/i2c/devices"
    guard let number = number(of: name), let place = SysfsFile.resolved("\(devices)/\(name)") else { return nil }
    return I2CAdapter(number: number, name: "", parent: place.parent).readAgain(under: root)
  }

  /// The bus with its present name and driver. Nil if it is gone, also if one of another device has
  /// its number now.
  func readAgain(under root: String) -> I2CAdapter? {
    let place = "\(parent)/i2c-\(number)"
    guard let name = SysfsFile.text("\(place)/name") else { return nil }
    var now = self
    now.name = name
    // A device without a driver does not count, since it may only have been announced.
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

/// The connectors and buses of a machine, read from sysfs. Reading them sends nothing to a monitor.
public struct MonitorFacts: Hashable, Sendable {
  public var connectors: [MonitorConnector]
  public var adapters: [I2CAdapter]

  /// `root` stands for `/sys`. A device that disappears meanwhile is left out.
  public static func read(under root: String) throws(SystemError) -> MonitorFacts {
    MonitorFacts(
      connectors: try Folder.names(in: "\(root)/class/drm").compactMap { MonitorConnector.read($0, under: root) },
      adapters: try Folder.names(in: "\(root)/bus/i2c/devices").compactMap { I2CAdapter.read($0, under: root) }
    )
  }
}

/// Reads files of sysfs that may disappear at any time.
enum SysfsFile {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// The path with symbolic links resolved; nil if there is no such file.
  static func resolved(_ path: String) -> String? {
    try? Folder.resolved(path)
  }

  /// The target of a symbolic link; nil if there is none. Its last component is that of `resolved`,
  /// for a single system call.
  static func target(of link: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = bytes.withUnsafeMutableBytes { readlink(link, $0.baseAddress!, $0.count) }
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// The first line; nil if the file cannot be read.
  static func text(_ path: String) -> String? {
    bytes(path).map { String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) }
  }

  /// The content, up to the length of the longest EDID; nil if the file cannot be read.
  static func bytes(_ path: String) -> [UInt8]? {
    try? Descriptor.contents(of: path, upTo: EDID.longest)
  }
}

/// A connector of a graphics card, as its files describe it.
public struct MonitorConnector: Hashable, Sendable {
  /// Such as "card1-DP-1".
  public var name: String
  /// Its folder, links resolved.
  public var place: String
  /// The folder of the graphics card's device, links resolved.
  public var card: String
  public var isConnected = true
  /// Whether it shows a picture now: without one the monitor sleeps.
  public var isLit = true
  public var edid: [UInt8] = []
  /// The bus that its link `ddc` leads to.
  public var linkedBus: Int?

  public init(name: String, place: String, card: String) {
    (self.name, self.place, self.card) = (name, place, card)
  }

  /// Its name on the card, such as "DP-1".
  public var port: String { name.split(separator: "-", maxSplits: 1).last.map(String.init) ?? name }

  /// Whether a panel of the machine itself is behind it: its backlight is a light of sysfs.
  var isBuiltIn: Bool { ["eDP-", "LVDS-", "DSI-"].contains { port.hasPrefix($0) } }

  /// Whether a monitor can be plugged in there: not a connector for recordings or of a virtual machine.
  var takesMonitors: Bool { ["DP-", "HDMI-", "DVI-", "VGA-"].contains { port.hasPrefix($0) } }
}

/// A bus, as its files describe it.
public struct I2CAdapter: Hashable, Sendable {
  public var number: Int
  public var name: String
  /// The folder of the device that it belongs to, links resolved: a connector, or a graphics card.
  public var parent: String
  /// The kernel's driver of the monitor's controller on this bus, such as "ddcci".
  public var driver: String?

  public init(number: Int, name: String, parent: String, driver: String? = nil) {
    (self.number, self.name, self.parent, self.driver) = (number, name, parent, driver)
  }

  /// Whether other parts of the machine are on the bus: memory modules, voltage regulators.
  var isOfTheSystem: Bool { ["SMBus", "AMDGPU SMU"].contains { name.hasPrefix($0) } }

  /// Whether it is NVIDIA's own driver's, which does not say to which connector it belongs.
  var isOfNVIDIA: Bool { name.hasPrefix("NVIDIA i2c adapter") }

  /// Whether it reaches a monitor behind a hub or another monitor. The kernel calls it so in drm_dp_mst_topology.c.
  var isBehindHub: Bool { name == "DPMST" }
}

import BrightnessEventLoop
import Glibc
import HardwareTesting

/// The folders of connectors below `/sys`, laid out as by the kernel.
public enum MonitorTree {
  /// The folder of a card's device: PCI function 0000:01:00.0 for card1.
  public static func device(of card: Int) -> String { "devices/pci0000:00/0000:0\(card):00.0" }

  /// The folder of a connector, such as "card1-DP-1".
  public static func place(of connector: String) -> String {
    let card = Int(connector.dropFirst(4).prefix { $0 != "-" }) ?? 0
    return "\(device(of: card))/drm/card\(card)/\(connector)"
  }
}

extension FakeFiles where Self: ~Copyable {
  /// Adds a connector and its card. Without an EDID the file is empty, as at a connector without a
  /// monitor.
  public func addConnector(
    _ name: String,
    _ edid: [UInt8] = [],
    status: String = "connected",
    enabled: String = "enabled",
    dpms: String = "On",
    linkedBus: String? = nil
  ) throws(SystemError) {
    let place = MonitorTree.place(of: name)
    let card = place.split(separator: "/").dropLast().joined(separator: "/")
    let files: [String: FakeFile] = [
      "status": .text("\(status)\n"), "enabled": .text("\(enabled)\n"), "dpms": .text("\(dpms)\n"), "edid": .text(""),
      "device": .link(".."),
    ]
    try add(FakeDevice(card, listing: "class/drm", files: ["device": .link("../..")]))
    try add(FakeDevice(place, listing: "class/drm", files: files))
    try setEDID(edid, of: name)
    if let linkedBus {
      // One ".." for each folder between the root and the connector.
      let up = String(repeating: "../", count: place.split(separator: "/").count)
      try put(.link(up + linkedBus), at: "\(place)/ddc")
    }
  }

  /// Binds a kernel driver to a card.
  public func bind(_ driver: String, toCard card: Int) throws(SystemError) {
    let device = MonitorTree.device(of: card)
    let up = String(repeating: "../", count: device.split(separator: "/").count)
    try put(.folder, at: "bus/pci/drivers/\(driver)")
    try put(.link("\(up)bus/pci/drivers/\(driver)"), at: "\(device)/driver")
  }

  /// Adds a bus in the folder of a connector or a card, and returns the folder of the bus.
  @discardableResult
  public func addBus(_ number: Int, _ name: String, in parent: String) throws(SystemError) -> String {
    let place = "\(parent)/i2c-\(number)"
    try add(FakeDevice(place, listing: "bus/i2c/devices", files: ["name": .text("\(name)\n")]))
    return place
  }

  /// Binds a kernel driver to the monitor's controller on a bus.
  public func bind(_ driver: String, on bus: Int, at place: String) throws(SystemError) {
    try put(.folder, at: "bus/i2c/drivers/\(driver)")
    let up = String(repeating: "../", count: place.split(separator: "/").count + 1)
    let device = FakeDevice(
      "\(place)/\(bus)-0037",
      listing: "bus/i2c/devices",
      files: ["driver": .link("\(up)bus/i2c/drivers/\(driver)")]
    )
    try add(device)
  }

  public func setEDID(_ edid: [UInt8], of connector: String) throws(SystemError) {
    let path = "\(root)/\(MonitorTree.place(of: connector))/edid"
    let file = try Descriptor(opening: path, O_WRONLY | O_TRUNC)
    try systemCall("write", path) { write(file.number, edid, edid.count) }
  }

  /// Changes a file of a connector.
  public func set(_ file: String, _ text: String, of connector: String) throws(SystemError) {
    try put(.text("\(text)\n"), at: "\(MonitorTree.place(of: connector))/\(file)")
  }
}

import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink
import Commands
import Fleet

/// Devices with their lights, as a table or as JSON.
enum DevicesTable {
  typealias Devices = [(name: FleetName, device: FleetView.Device)]

  static func lines(_ devices: Devices, on screen: Screen) -> [String] {
    devices.isEmpty ? ["no devices"] : table(devices).lines(on: screen)
  }

  private static func table(_ devices: Devices) -> Table {
    Table(
      titles: ["DEVICE", "LIGHT", "LEVEL", "BAR", "HELD BY"],
      rightAligned: ["LEVEL"],
      rows: devices.flatMap(rows),
      narrowings: [
        .hide("BAR"), .cut("HELD BY", to: 12), .cut("LIGHT", to: 8), .cut("DEVICE", to: 8), .hide("HELD BY"),
      ]
    )
  }

  /// A row for each light; one for a device without a light to show.
  private static func rows(_ name: FleetName, _ device: FleetView.Device) -> [[Table.Cell]] {
    guard device.isOnline else { return [row(name, light: "offline", style: .problem)] }
    let lights = device.sortedLights
    guard !lights.isEmpty else { return [row(name, light: "no lights", style: .minor)] }
    return lights.map { published in
      let light = published.light
      guard light.state != .unread else { return row(name, light: light.title, level: "not read", style: .minor) }
      let holder = published.holder?.inOneLine(atMost: 200) ?? ""
      let style: Style = published.holder == nil ? .plain : .warning
      return [
        .text(name.description), .text(light.title), .text(light.level.inPercent), .bar(light.level / 100, style),
        .text(holder, style),
      ]
    }
  }

  private static func row(_ name: FleetName, light: String, level: String = "", style: Style) -> [Table.Cell] {
    [.text(name.description), .text(light, style), .text(level, style), .text(""), .text("")]
  }

  static func json(_ devices: Devices) -> String {
    JSONLine.text(("devices", devices.map { DeviceJSON(name: $0.name, device: $0.device) }))
  }
}

/// A device in the output of `--json`.
struct DeviceJSON: JSONObjectWritable {
  let name: FleetName
  let device: FleetView.Device

  func writeFields(to writer: inout JSONWriter) {
    writer.field("device", name.description)
    writer.field("online", device.isOnline)
    writer.field("lights", device.sortedLights)
    writer.field("holds", device.holds)
    writer.field("health", device.health)
  }
}

extension FleetView.Device {
  fileprivate var sortedLights: [PublishedLight] { lights.sorted { $0.key < $1.key }.map(\.value) }
}

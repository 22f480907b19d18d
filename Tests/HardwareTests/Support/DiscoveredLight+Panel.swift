@testable import Hardware

import BrightnessModel
import DDC

extension DiscoveredLight {
  static let intelCard = "/sys/devices/pci0000:00/0000:00:02.0"
  static let nvidiaCard = "/sys/devices/pci0000:00/0000:00:01.0/0000:01:00.0"

  /// A backlight as it would be read, on a card, on one of its connectors, or beside both.
  static func light(
    _ name: String,
    _ type: BacklightType = .raw,
    maximum: Int = 100,
    kind: LightKind = .panel,
    on connector: String? = nil,
    of card: String? = nil
  ) -> DiscoveredLight {
    let folder = "\(card ?? "/sys/devices/platform/\(name)")/\(name)"
    return DiscoveredLight(
      id: LightID(.backlight, name),
      kind: kind,
      maximum: maximum,
      type: type,
      place: LightPlace(device: folder, connector: connector, graphicsCard: card),
      files: LightFiles(in: folder)
    )
  }

  static let intel = light("intel_backlight", on: "card0-eDP-1", of: intelCard)
}

extension MonitorConnector {
  /// A connector with a panel, which shows a picture.
  static func panel(
    _ name: String,
    of card: String,
    _ status: Status = .connected,
    isEnabled: Bool? = true
  ) -> MonitorConnector {
    var connector = MonitorConnector(name: name, place: "\(card)/drm/\(name.prefix { $0 != "-" })/\(name)", card: card)
    connector.status = status
    connector.isEnabled = isEnabled
    return connector
  }
}

extension LightSettings {
  init(
    indicators: Set<String> = [],
    panels: Set<LightID> = [],
    ignored: Set<LightID> = [],
    kinds: [LightID: LightKind] = [:]
  ) {
    self.init()
    (self.indicators, self.panels, self.ignored, self.kinds) = (indicators, panels, ignored, kinds)
  }
}

import BrightnessEventLoop
import BrightnessModel
import DDC

extension DiscoveredLight {
  /// A monitor as a light. Its range is not known before its first reply: until then its maximum is
  /// 0.
  init(_ monitor: Monitor) {
    id = monitor.light
    kind = .monitor
    maximum = 0
    // A serial number identifies the monitor at every connector. Without one, only the model and
    // the connector do.
    let connector = monitor.connector
    let anchor = monitor.identity.serial == nil ? "\(connector.card)/\(connector.port)" : id.description
    place = LightPlace(device: "\(anchor)/monitor")
    files = LightFiles(brightness: AttributeFile(path: id.description))
    self.monitor = monitor
  }

  /// The maker and product of a monitor.
  public var model: String? { monitor?.identity.model }

  /// The name that a monitor has for its model, such as "DELL U2720Q".
  public var modelName: String? { monitor?.edid.name }

  /// The connector of a monitor, such as "DP-1", also of one with a backlight in sysfs.
  public var connector: String? {
    monitor?.connector.port ?? place.connector.map(\.portOfConnector).flatMap { $0.isPortForMonitors ? $0 : nil }
  }

  /// Whether it is a monitor that shows a picture: without one it sleeps.
  public var isLit: Bool { monitor?.connector.isLit == true }

  /// The monitor as it is now, if it fell asleep or woke up since this was read; otherwise nil.
  public func changedBySleep() -> DiscoveredLight? {
    guard let monitor, monitor.connector.isLitNow != isLit else { return nil }
    var now = self
    now.monitor = monitor.at(monitor.connector.readAgain())
    return now
  }
}

extension Monitor {
  var light: LightID { LightID(.ddc, String(identity.description.drop { $0 != "/" }.dropFirst())) }
}

extension MonitorFacts {
  static func read(below root: String) throws(LightError) -> MonitorFacts {
    try converting(LightError.refused) { () throws(SystemError) in try read(under: root) }
  }
}

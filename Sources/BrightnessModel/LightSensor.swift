/// A sensor of the light in the room.
public struct LightSensor: Hashable, Codable, Sendable {
  /// The name that its driver gives, such as "als".
  public let name: String
  /// Its name among the devices, such as "iio:device0", which may change at each boot.
  public let device: String
  public let unit: Unit

  public init(name: String, device: String, unit: Unit) {
    self.name = name
    self.device = device
    self.unit = unit
  }

  public enum Unit: String, Hashable, Codable, Sendable {
    case lux
    /// Larger numbers mean more light, and nothing else is known of them. They count as lux.
    case unknown
  }
}

/// A client that is a sensor.
extension LightSensor {
  /// What a name is, for people.
  package static let feedNameRule = "up to 32 letters, digits, dots, hyphens and underscores"
  private static let feedPrefix = "feed:"

  /// Nil for an invalid name.
  package init?(fedAs name: String) {
    guard Self.isFeedName(name) else { return nil }
    self.init(name: name, device: Self.feedPrefix + name, unit: .lux)
  }

  package static func isFeedName(_ text: some StringProtocol) -> Bool { text.isName(atMost: 32) }

  /// The name in the device of such a sensor, valid or not; nil for another device.
  package static func feedName(in device: String) -> Substring? {
    device.hasPrefix(feedPrefix) ? device.dropFirst(feedPrefix.count) : nil
  }
}

/// How the light sensor is to be read. The core decides it, so that its reader need not know of
/// levels.
public struct SensorWatch: Hashable, Sendable {
  /// Readings in here need not be reported; nil if each must be.
  public var quietBand: ClosedRange<Illuminance>?
  /// The time from one reading to the next, at least a second. If it gets shorter, it counts from
  /// the last reading.
  public var pace: Duration
  /// A reading from this moment on is reported in any case, and taken then at the latest. An
  /// adaptation was postponed until then.
  public var due: Moment?

  public init(quietBand: ClosedRange<Illuminance>?, pace: Duration, due: Moment?) {
    self.quietBand = quietBand
    self.pace = pace
    self.due = due
  }
}

/// What the reader of the light sensor reports.
public enum SensorEvent: Hashable, Codable, Sendable {
  /// There is this sensor from now on.
  case found(LightSensor)
  /// There is none, for this reason.
  case missing(String)
  case read(Illuminance, at: Moment)
  /// The sensor is not read, since it is in a lid that may be closed: no panel is lit.
  case panelIsOff
  /// The sensor has given no reading for ten minutes, or its driver does not answer, for this
  /// reason. The next reading is reported whatever it is.
  case fails(String)
}

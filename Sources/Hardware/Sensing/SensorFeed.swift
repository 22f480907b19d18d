import BrightnessModel
import Synchronization

/// A client that is a light sensor.
///
/// Its readings are not events. The reader takes the latest one at its own pace, as it reads a
/// file, so that a client may give as many as it likes.
public struct SensorFeed: Hashable, Sendable {
  public let sensor: LightSensor
  let light: FedLight

  /// Nil for an invalid name.
  public init?(named name: String, _ light: Illuminance) {
    guard let sensor = LightSensor(fedAs: name) else { return nil }
    self.sensor = sensor
    self.light = FedLight(light)
  }

  public var name: String { sensor.name }

  /// Gives another reading.
  public func give(_ light: Illuminance) { self.light.latest = light }
}

/// The latest reading of a client. The loop writes it, and the thread of the reader reads it.
final class FedLight: Hashable, Sendable {
  private let light: Mutex<Illuminance>

  init(_ light: Illuminance) { self.light = Mutex(light) }

  var latest: Illuminance {
    get { light.withLock { $0 } }
    set { light.withLock { $0 = newValue } }
  }

  static func == (left: FedLight, right: FedLight) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

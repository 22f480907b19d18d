import Brightness
import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink
import Glibc
import Hardware
import Service

/// The values of the configuration files, or their defaults.
public struct Configuration: Hashable, Sendable {
  /// The groups whose members may change lights, besides root, by name or number. The package's
  /// group comes first, unless a file has removed it; not every system has it.
  public var groups = [usualGroup]
  public var logLevel = LogLevel.info
  public var limits = Limits()
  /// Which devices are lights, and which of them is the panel.
  public var lights = LightSettings()
  public var overrides: [LightID: LightOverride] = [:]
  /// Which sensor measures the light in the room, and where it is.
  public var sensor = SensorSettings()
  /// In a room that is darker than this, keyboards have their level for the dark; nil for the usual
  /// light.
  public var keyboardIsDarkBelow: Illuminance?

  /// The group of the package. The lights' files belong to the daemon's user and not to this group,
  /// so that its members can change lights only through the daemon.
  static let usualGroup = "brightnessd"

  public init() {}
}

/// Limits of clients. The section `[Limits]` sets four of them, the others are constants.
public struct Limits: Hashable, Sendable {
  public var wire = WireLimits()
  public var session = SessionLimits()
}

extension ConfigurationPlaces {
  public static let standard = ofSystem("brightnessd")

  public static func ofUser(in folder: String) -> ConfigurationPlaces { ofUser(in: folder, "brightnessd") }
}

import Brightness
import Hardware

/// What the person who owns the machine has said in the configuration files, or the defaults.
public struct Configuration: Hashable, Sendable {
  /// The group whose members may change lights, beside root; nil for none.
  public var group: String?
  public var logLevel = LogLevel.info
  public var limits = Limits()
  /// Which devices are lights, and which of them is the panel.
  public var lights = LightSettings()
  /// What was said of single lights.
  public var overrides: [Hardware.LightID: LightOverride] = [:]

  public init() {}
}

/// What was said of one light; nil is what the light says of itself.
public struct LightOverride: Hashable, Sendable {
  /// A name that is easier to say.
  public var alias: String?
  public var floor: Share?
  public var scale: Scale?
  public var kind: Hardware.LightKind?

  public init() {}
}

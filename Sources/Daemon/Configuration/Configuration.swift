import Brightness
import Hardware
import Model
import Varlink

/// The values of the configuration files, or their defaults.
public struct Configuration: Hashable, Sendable {
  /// The group whose members may change lights, beside root; nil for none.
  public var group: String?
  public var logLevel = LogLevel.info
  public var limits = Limits()
  /// Which devices are lights, and which of them is the panel.
  public var lights = LightSettings()
  /// Values for single lights.
  public var overrides: [LightID: LightOverride] = [:]

  public init() {}
}

/// Limits of clients; each has a refusal of its own.
public struct Limits: Hashable, Sendable {
  public var wire = WireLimits()
  public var session = SessionLimits()

  public init() {}
}

/// The configuration in force.
public struct CurrentConfiguration: Sendable {
  public private(set) var configuration: Configuration
  /// The problems of the last reading.
  public private(set) var problems: [ConfigProblem]
  private let places: ConfigurationPlaces

  /// Reads the files. A daemon starts with whatever is valid, since a machine without brightness keys is worse than one without an alias.
  public init(_ places: ConfigurationPlaces) {
    let reading = ConfigurationReading(places)
    (self.places, configuration, problems) = (places, reading.configuration, reading.problems)
  }

  /// Reads the files again, and returns whether they are in force: if one has an error, the former values stay.
  @discardableResult
  public mutating func reload() -> Bool {
    let reading = ConfigurationReading(places)
    problems = reading.problems
    if reading.isValid { configuration = reading.configuration }
    return reading.isValid
  }
}

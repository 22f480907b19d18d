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
  public var overrides: [LightID: LightOverride] = [:]

  public init() {}
}

/// Limits of clients; each has a refusal of its own.
public struct Limits: Hashable, Sendable {
  public var wire = WireLimits()
  public var session = SessionLimits()

  public init() {}
}

public struct ConfigProblem: Hashable, Sendable, CustomStringConvertible {
  public let file: String
  /// Nil where the problem is the file as a whole.
  public let line: Int?
  /// The problem without its place.
  public let sentence: String
  /// Whether a reload is refused. Anything else is ignored, since another version may know it.
  public let isError: Bool

  public var description: String { line.map { "\(file):\($0): \(sentence)" } ?? sentence }
}

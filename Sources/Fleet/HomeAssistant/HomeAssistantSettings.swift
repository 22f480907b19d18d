/// How Home Assistant finds this device.
public struct HomeAssistantSettings: Hashable, Sendable {
  public static let usualPrefix = "homeassistant"

  /// The first part of the topics from which it learns about devices.
  public var prefix = usualPrefix
  /// The name that it shows; nil for the one in topics.
  public var name: String?
  /// The room that it suggests for the device.
  public var area: String?

  public init() {}
}

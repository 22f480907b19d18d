/// The part of the bridge's configuration that it decides by.
public struct FleetSettings: Sendable {
  /// What other machines may do.
  public enum Verb: String, CaseIterable, Sendable {
    case hold, set
  }

  /// What leaves the machine.
  public enum Subject: String, CaseIterable, Sendable {
    case lights, holds, health
  }

  public var topics: FleetTopics
  public var accepts = Set(Verb.allCases)
  public var publishes = Set(Subject.allCases)
  public var documents = DocumentLimits()
  /// Each hold may need two connections to the daemon for a moment.
  public var holds = 30
  public var holdsPerController = 8
  /// Nil unless Home Assistant is to find this device.
  public var homeAssistant: HomeAssistantSettings?
  /// The version that the bridge publishes.
  public var version: String

  public init(topics: FleetTopics, version: String) {
    self.topics = topics
    self.version = version
  }
}

import BrightnessControl
import BrightnessModel
import BrokerAccess
import Fleet
import MQTT
import Service

/// The values of the configuration files, or their defaults.
struct BridgeConfiguration: Equatable, Sendable {
  var broker = BrokerConfiguration(keepAlive: .seconds(60))

  var root = "brightnessd"
  /// Nil for the name of the host.
  var device: FleetName?
  var groups: [FleetName] = []
  var accepts = Set(FleetSettings.Verb.allCases)
  var publishes = Set(FleetSettings.Subject.allCases)
  var documents = DocumentLimits()
  var holds = 30
  var holdsPerController = 8

  /// Whether Home Assistant is to find this device.
  var isDiscoverable = false
  var homeAssistant = HomeAssistantSettings()
}

extension BridgeConfiguration {
  /// What the bridge decides by.
  func fleet(_ topics: FleetTopics) -> FleetSettings {
    var settings = FleetSettings(topics: topics, version: Version.current)
    settings.accepts = accepts
    settings.publishes = publishes
    settings.documents = documents
    settings.holds = holds
    settings.holdsPerController = holdsPerController
    settings.homeAssistant = isDiscoverable ? homeAssistant : nil
    return settings
  }

  /// How to reach each broker. `topics` names the device, and has the will.
  func brokers(_ topics: FleetTopics, _ credentials: Credentials) throws(BrokerAccessError) -> [MQTTSettings] {
    try broker.connections(as: topics.device, credentials).map { settings in
      var settings = settings
      settings.client = "brightnessd-\(topics.device)"
      settings.will = MQTTMessage(topics.offline)
      return settings
    }
  }
}

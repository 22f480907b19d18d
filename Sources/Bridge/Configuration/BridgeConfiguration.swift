import BrightnessControl
import BrightnessModel
import Fleet
import MQTT
import Service

/// The values of the configuration files, or their defaults.
struct BridgeConfiguration: Equatable, Sendable {
  /// The brokers to try in turn, by name or address.
  var hosts: [String] = []
  /// Nil for the usual one, which depends on the encryption.
  var port: UInt16?
  var isEncrypted = true
  /// A file of certificate authorities; nil for those of the system.
  var authorities: String?
  /// The file of this device's certificate, whose key is a credential.
  var certificate: String?
  /// Nil for the device's name if there is a password.
  var user: String?
  var keepAlive = Duration.seconds(60)
  var version = MQTTSettings.ProtocolVersion.v5

  var root = "brightnessd"
  /// Nil for the name of the host.
  var device: FleetName?
  var groups: [FleetName] = []
  var accepts = Set(FleetSettings.Verb.allCases)
  var publishes = Set(FleetSettings.Subject.allCases)
  var documents = DocumentLimits()
  var holds = 30
  var holdsPerController = 8
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
    return settings
  }

  /// How to reach each broker. `topics` names the device, and has the will.
  func brokers(_ topics: FleetTopics, _ credentials: Credentials) throws(BridgeError) -> [MQTTSettings] {
    let password = try credentials.text(of: "mqtt.password")
    let encryption = isEncrypted ? try encryption(credentials) : nil
    return hosts.map { host in
      let usual: UInt16 = isEncrypted ? 8883 : 1883
      var settings = MQTTSettings(host: host, port: port ?? usual, client: "brightnessd-\(topics.device)")
      settings.encryption = encryption
      settings.user = user ?? password.map { _ in topics.device.description }
      settings.password = password
      settings.version = version
      settings.keepAlive = keepAlive
      settings.will = MQTTMessage(topics.offline)
      return settings
    }
  }

  private func encryption(_ credentials: Credentials) throws(BridgeError) -> MQTTSettings.Encryption {
    guard let certificate else { return .init(authorities: authorities) }
    guard let key = credentials.path(of: "mqtt.key") else { throw .noKey(certificate: certificate) }
    return .init(authorities: authorities, identity: .init(certificate: certificate, key: key))
  }
}

extension MQTTMessage {
  init(_ message: FleetMessage) {
    self.init(topic: message.topic, payload: message.payload, isRetained: message.isRetained)
  }
}

extension FleetMessage {
  init(_ message: MQTTMessage) {
    self.init(topic: message.topic, payload: message.payload, isRetained: message.isRetained)
  }
}

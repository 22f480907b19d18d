import BrightnessModel
import Fleet
import MQTT
import Service

/// How a program reaches its broker: the section `[Broker]` of its configuration.
package struct BrokerConfiguration: Equatable, Sendable {
  /// The brokers to try in turn, by name or address.
  package var hosts: [String] = []
  /// Nil for the usual one, which depends on the encryption.
  package var port: UInt16?
  package var isEncrypted = true
  /// A file of certificate authorities; nil for those of the system.
  package var authorities: String?
  /// The file of the client's certificate.
  package var certificate: String?
  /// The file of its key; nil for the credential `mqtt.key`.
  package var key: String?
  /// Nil for the client's name if there is a password.
  package var user: String?
  /// The file of the password; nil for the credential `mqtt.password`, if there is one.
  package var password: String?
  package var keepAlive: Duration
  package var version = MQTTSettings.ProtocolVersion.v5

  package init(keepAlive: Duration) { self.keepAlive = keepAlive }

  /// How to reach each broker. `name` is the user if there is a password without one.
  package func connections(as name: FleetName, _ credentials: Credentials) throws(BrokerAccessError) -> [MQTTSettings] {
    let file = password ?? credentials.path(of: "mqtt.password")
    let password = try file.map { (file) throws(BrokerAccessError) in try Credentials.text(in: file) }
    let encryption = isEncrypted ? try encryption(credentials) : nil
    return hosts.map { host in
      let usual: UInt16 = isEncrypted ? 8883 : 1883
      var settings = MQTTSettings(host: host, port: port ?? usual, client: name.description)
      settings.encryption = encryption
      settings.user = user ?? password.map { _ in name.description }
      settings.password = password
      settings.version = version
      settings.keepAlive = keepAlive
      return settings
    }
  }

  private func encryption(_ credentials: Credentials) throws(BrokerAccessError) -> MQTTSettings.Encryption {
    guard let certificate else { return .init(authorities: authorities) }
    guard let key = key ?? credentials.path(of: "mqtt.key") else { throw .noKey(certificate: certificate) }
    return .init(authorities: authorities, identity: .init(certificate: certificate, key: key))
  }
}

extension SectionReading {
  /// Checks what depends on several keys of `[Broker]`.
  package mutating func check(_ broker: BrokerConfiguration) {
    if broker.hosts.isEmpty, isValid {
      report("cannot use the configuration: no broker is named; write Host= below [Broker]", ofKey: "Host")
    }
    let files = [
      ("CAFile", broker.authorities), ("Certificate", broker.certificate), ("KeyFile", broker.key),
    ]
    for (key, value) in files where value != nil && !broker.isEncrypted {
      report("cannot use '\(key)=' with 'TLS=no': nothing would be encrypted or verified", ofKey: key)
    }
  }
}

extension MQTTMessage {
  package init(_ message: FleetMessage) {
    self.init(topic: message.topic, payload: message.payload, isRetained: message.isRetained)
  }
}

extension FleetMessage {
  package init(_ message: MQTTMessage) {
    self.init(topic: message.topic, payload: message.payload, isRetained: message.isRetained)
  }
}

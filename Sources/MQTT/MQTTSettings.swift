/// How to reach a broker, and what it is told at the start of a connection.
public struct MQTTSettings: Hashable, Sendable {
  /// A name or an address.
  public var host: String
  public var port: UInt16
  /// Nil without encryption, for loopback and closed networks.
  public var encryption: Encryption?
  /// The name under which the broker knows this client; a second one with the same name takes the
  /// first one's connection.
  public var client: String
  public var user: String?
  public var password: String?
  public var version = ProtocolVersion.v5
  /// The broker counts the client as lost after one and a half times this without a message.
  public var keepAlive = Duration.seconds(60)
  /// What the broker publishes if the connection ends without a goodbye.
  public var will: MQTTMessage?

  public init(host: String, port: UInt16, client: String) {
    self.host = host
    self.port = port
    self.client = client
  }

  public enum ProtocolVersion: Hashable, Sendable, CaseIterable {
    case v311, v5
  }

  /// TLS. The broker's certificate is always verified, with the host as its name.
  public struct Encryption: Hashable, Sendable {
    /// A file of certificate authorities; nil for those of the system.
    public var authorities: String?
    /// The files of the client's own certificate and its key.
    public var identity: Identity?

    public init(authorities: String? = nil, identity: Identity? = nil) {
      self.authorities = authorities
      self.identity = identity
    }
  }

  public struct Identity: Hashable, Sendable {
    public let certificate: String
    public let key: String

    public init(certificate: String, key: String) {
      self.certificate = certificate
      self.key = key
    }
  }
}

public struct MQTTMessage: Hashable, Sendable {
  public let topic: String
  public let payload: [UInt8]
  /// Whether the broker keeps it for later subscribers; of a received one, whether it is such a
  /// kept copy.
  public let isRetained: Bool

  public init(topic: String, payload: [UInt8], isRetained: Bool) {
    self.topic = topic
    self.payload = payload
    self.isRetained = isRetained
  }

  public init(topic: String, _ text: String, isRetained: Bool = false) {
    self.init(topic: topic, payload: Array(text.utf8), isRetained: isRetained)
  }
}

import Brokers
import MQTT
import Programs
import Testing

/// Against a real mosquitto with TLS.
@Suite struct MQTTEncryptionTests {
  private let certificates: Certificates
  private let room: Room
  private let host = Broker.freeHost()

  init() throws {
    certificates = try Certificates()
    room = try Room()
    try certificates.sign("broker", for: host)
  }

  @Test(arguments: MQTTSettings.ProtocolVersion.allCases)
  func `a hundred messages at once arrive in their order`(version: MQTTSettings.ProtocolVersion) throws {
    let broker = try Broker(certificates.lines(), at: host)
    let reader = try room.connected(encrypted(broker.settings("reader", version)), to: ["a"])
    let writer = try room.connected(encrypted(broker.settings("writer", version)))
    let all = (1...100).map { MQTTMessage(topic: "a", "\($0)") }

    for message in all { writer.connection.assumeIsolated { $0.publish(message) } }

    #expect(reader.wait(for: .received(all[99])) == all.map { .received($0) })
  }

  @Test func `an authority that the client does not know is refused`() throws {
    let broker = try Broker(certificates.lines(), at: host)
    try certificates.makeAuthority("other")

    try expectRefusal(encrypted(broker.settings(), authority: "other"), "certificate verify failed")
  }

  @Test func `a certificate for another host is refused`() throws {
    try certificates.sign("elsewhere", for: "127.0.0.1")
    let broker = try Broker(certificates.lines("elsewhere"), at: host)

    try expectRefusal(encrypted(broker.settings()), "host name verification failed")
  }

  @Test func `a certificate that has expired is refused`() throws {
    try certificates.sign("old", for: host, days: -1)
    let broker = try Broker(certificates.lines("old"), at: host)

    try expectRefusal(encrypted(broker.settings()), "certificate verify failed")
  }

  @Test func `a broker without encryption is refused`() throws {
    let broker = try Broker(at: host)

    try expectRefusal(encrypted(broker.settings()), "no encrypted connection")
  }

  @Test func `a broker with an old version of TLS is refused`() throws {
    let files = ["-cert", certificates.path("broker.crt"), "-key", certificates.path("broker.key")]
    let words = ["s_server", "-accept", "\(host):\(Broker.port)", "-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0"]
    let server = try Program(["/usr/bin/openssl"] + words + files, errors: .included)
    try server.wait(for: "ACCEPT")

    let settings = MQTTSettings(host: host, port: Broker.port, client: "a")
    try expectRefusal(encrypted(settings), "tlsv1 alert protocol version")
  }

  @Test func `a broker may demand a certificate of the client`() throws {
    let broker = try Broker(certificates.lines() + ["require_certificate true"], at: host)
    try certificates.sign("client", for: host)

    var settings = encrypted(broker.settings())
    let without = try room.client(settings)
    #expect(without.end() != nil)
    settings.encryption?.identity = certificates.identity("client")
    _ = try room.connected(settings)
  }

  @Test(arguments: MQTTSettings.ProtocolVersion.allCases)
  func `a broker that is killed has closed the connection, whose encryption worked`(
    version: MQTTSettings.ProtocolVersion
  ) throws {
    let broker = try Broker(certificates.lines(), at: host)
    let client = try room.connected(encrypted(broker.settings("a", version)))

    broker.kill()

    #expect(client.end() == .closed)
  }

  @Test func `a file of authorities that is missing is an error`() throws {
    let settings = encrypted(MQTTSettings(host: host, port: 1, client: "a"), authority: "missing")

    let error = #expect(throws: MQTTError.self) { try room.client(settings) }
    #expect(error?.description == "cannot read '\(certificates.path("missing.crt"))': no such file or directory")
    #expect(error?.needsAPerson == true)
  }

  private func encrypted(_ settings: MQTTSettings, authority: String = "ca") -> MQTTSettings {
    var settings = settings
    settings.encryption = .init(authorities: certificates.path("\(authority).crt"))
    return settings
  }

  private func expectRefusal(_ settings: MQTTSettings, _ reason: String) throws {
    let end = try room.client(settings).end()
    #expect(end?.description.contains(reason) == true, "\(end?.description ?? "no error")")
    #expect(end?.needsAPerson == true)
  }
}

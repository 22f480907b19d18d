import BrightnessEventLoop
import Fleet
import Glibc
import HardwareTesting
import MQTT
import Service
import Testing

@testable import BrokerAccess

/// What the configuration and the credentials make of a connection.
@Suite struct BrokerConfigurationTests {
  @Test func `a connection to each host is encrypted`() throws {
    let settings = try connections("Host=a b")

    #expect(settings.map(\.host) == ["a", "b"])
    #expect(settings.map(\.port) == [8883, 8883])
    #expect(settings[0].encryption == .init())
    #expect(settings[0].user == nil)
    #expect(settings[0].keepAlive == .seconds(10))
  }

  @Test func `an address of IPv6 has colons`() throws {
    #expect(try connections("Host=::1 fe80::1%eth0").map(\.host) == ["::1", "fe80::1%eth0"])
  }

  @Test func `without encryption the port is another one`() throws {
    let settings = try connections("Host=a\nTLS=no")

    #expect(settings.map(\.port) == [1883])
    #expect(settings[0].encryption == nil)
  }

  @Test(arguments: [("", "kiosk"), ("\nUser=other", "other")])
  func `a password belongs to the client, or to the user that is named`(line: String, user: String) throws {
    let folder = try TemporaryFolder()
    try write("open sesame\n", to: "\(folder.path)/mqtt.password")

    let settings = try connections("Host=a" + line, Credentials(in: folder.path))

    #expect(settings[0].user == user)
    #expect(settings[0].password == "open sesame")
  }

  @Test func `files that the configuration names come before credentials`() throws {
    let folder = try TemporaryFolder()
    for name in ["mqtt.password", "mqtt.key", "mine"] { try write(name, to: "\(folder.path)/\(name)") }
    let lines = "Host=a\nPasswordFile=\(folder.path)/mine\nCertificate=/a.crt\nKeyFile=/a.key"

    let settings = try connections(lines, Credentials(in: folder.path))

    #expect(settings[0].password == "mine")
    #expect(settings[0].encryption?.identity == .init(certificate: "/a.crt", key: "/a.key"))
  }

  @Test func `a certificate needs its key`() throws {
    let folder = try TemporaryFolder()
    let credentials = Credentials(in: folder.path)

    let error = #expect(throws: BrokerAccessError.self) { try connections("Host=a\nCertificate=/a.crt", credentials) }
    try write("", to: "\(folder.path)/mqtt.key")
    let settings = try connections("Host=a\nCertificate=/a.crt", credentials)

    #expect(
      error?.description == "cannot use '/a.crt': neither KeyFile= nor a credential 'mqtt.key' has its key"
    )
    #expect(settings[0].encryption?.identity == .init(certificate: "/a.crt", key: "\(folder.path)/mqtt.key"))
  }

  @Test func `a password that is no text is refused by its path`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/mqtt.password"
    try write(String(repeating: "a", count: 5000), to: path)

    let error = #expect(throws: BrokerAccessError.self) { try connections("Host=a", Credentials(in: folder.path)) }

    #expect(error?.description == "cannot read '\(path)': expected at most 4 KiB of text in UTF-8")
  }

  @Test func `a configuration without a broker is refused`() {
    #expect(
      read("").problems.map(\.description) == [
        "cannot use the configuration: no broker is named; write Host= below [Broker]"
      ]
    )
  }

  @Test(arguments: ["CAFile", "Certificate", "KeyFile"])
  func `files that only encryption uses are refused without it`(key: String) {
    #expect(
      read("Host=a\n\(key)=/a\nTLS=no").problems.map(\.description) == [
        "a.conf:3: cannot use '\(key)=' with 'TLS=no': nothing would be encrypted or verified"
      ]
    )
  }

  @Test(arguments: [
    (
      "Host=a b!",
      "cannot use 'Host=a b!': expected names or addresses of brokers, and the port in Port="
    ),
    (
      "Host=a:1883",
      "cannot use 'Host=a:1883': expected names or addresses of brokers, and the port in Port="
    ),
    ("Port=0", "cannot use 'Port=0': expected a port from 1 to 65535"),
    ("Port=65536", "cannot use 'Port=65536': expected a port from 1 to 65535"),
    ("TLS=maybe", "cannot use 'TLS=maybe': expected yes or no"),
    ("CAFile=ca.crt", "cannot use 'CAFile=ca.crt': expected the absolute path of a file"),
    ("KeepAlive=9s", "cannot use 'KeepAlive=9s': expected a time from 10s to 20min"),
    ("KeepAlive=21min", "cannot use 'KeepAlive=21min': expected a time from 10s to 20min"),
    ("Protocol=4", "cannot use 'Protocol=4': expected one of 5, 3.1.1"),
  ])
  func `a mistake is named with its file and line`(line: String, sentence: String) {
    #expect(read("Host=localhost\n\(line)").problems.map(\.description) == ["a.conf:3: \(sentence)"])
  }

  private func read(_ lines: String) -> SectionReading<BrokerConfiguration> {
    let fresh = BrokerConfiguration(keepAlive: .seconds(10))
    let file = ConfigurationFile(path: "a.conf", content: .success("[Broker]\n\(lines)"))
    var reading = SectionReading([file], ["Broker": BrokerKeys.keys(at: \.self, of: fresh)], from: fresh)
    reading.check(reading.configuration)
    return reading
  }

  private func connections(_ lines: String, _ credentials: Credentials = Credentials(in: nil)) throws -> [MQTTSettings]
  {
    try read(lines).configuration.connections(as: try #require(FleetName("kiosk")), credentials)
  }

  private func write(_ text: String, to path: String) throws {
    let file = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_CLOEXEC, mode: 0o600)
    _ = try Array(text.utf8).withUnsafeBytes { try file.write($0) }
  }
}

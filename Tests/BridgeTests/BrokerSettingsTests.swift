import BrightnessEventLoop
import Fleet
import Glibc
import HardwareTesting
import MQTT
import Service
import Testing

@testable import Bridge

/// What the configuration and the credentials make of a connection.
@Suite struct BrokerSettingsTests {
  @Test func `a connection is encrypted, and its will says that the device is offline`() throws {
    let settings = try connections("Host=a b")

    #expect(settings.map(\.host) == ["a", "b"])
    #expect(settings.map(\.port) == [8883, 8883])
    #expect(settings[0].encryption == .init())
    #expect(settings[0].client == "brightnessd-kiosk")
    #expect(settings[0].user == nil)
    #expect(settings[0].will == MQTTMessage(topic: "brightnessd/device/kiosk/status", "offline", isRetained: true))
  }

  @Test func `without encryption the port is another one`() throws {
    let settings = try connections("Host=a\nTLS=no")

    #expect(settings.map(\.port) == [1883])
    #expect(settings[0].encryption == nil)
  }

  @Test(arguments: [("", "kiosk"), ("\nUser=other", "other")])
  func `a password belongs to the device, or to the user that is named`(line: String, user: String) throws {
    let folder = try TemporaryFolder()
    try write("open sesame\n", to: "\(folder.path)/mqtt.password")

    let settings = try connections("Host=a" + line, Credentials(in: folder.path))

    #expect(settings[0].user == user)
    #expect(settings[0].password == "open sesame")
  }

  @Test func `a certificate needs its key`() throws {
    let folder = try TemporaryFolder()
    let credentials = Credentials(in: folder.path)

    let error = #expect(throws: BridgeError.self) { try connections("Host=a\nCertificate=/a.crt", credentials) }
    try write("", to: "\(folder.path)/mqtt.key")
    let settings = try connections("Host=a\nCertificate=/a.crt", credentials)

    #expect(error?.description == "cannot use '/a.crt': there is no credential 'mqtt.key' with its key")
    #expect(settings[0].encryption?.identity == .init(certificate: "/a.crt", key: "\(folder.path)/mqtt.key"))
  }

  @Test func `a password that is no text is refused by its path`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/mqtt.password"
    try write(String(repeating: "a", count: 5000), to: path)

    let error = #expect(throws: BridgeError.self) { try connections("Host=a", Credentials(in: folder.path)) }

    #expect(error?.description == "cannot read '\(path)': expected at most 4 KiB of text in UTF-8")
  }

  private func connections(_ lines: String, _ credentials: Credentials = Credentials(in: nil)) throws -> [MQTTSettings]
  {
    let text = "[Broker]\n\(lines)\n[Fleet]\nDevice=kiosk"
    let reading = BridgeReading([ConfigurationFile(path: "a.conf", content: .success(text))])
    return try reading.configuration.brokers(try #require(reading.topics), credentials)
  }

  private func write(_ text: String, to path: String) throws {
    let file = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_CLOEXEC, mode: 0o600)
    _ = try Array(text.utf8).withUnsafeBytes { try file.write($0) }
  }
}

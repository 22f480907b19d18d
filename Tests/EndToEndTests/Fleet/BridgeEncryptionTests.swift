import BrightnessControl
import BrightnessModel
import Brokers
import Foundation
import MQTT
import Programs
import Testing

/// A bridge whose broker has an encrypted port beside the one without encryption.
@Suite struct BridgeEncryptionTests {
  private static let port = 18_831

  private let certificates: Certificates
  private let broker: Broker

  init() throws {
    certificates = try Certificates()
    let host = Broker.freeHost()
    for name in ["broker", "kiosk-7"] { try certificates.sign(name, for: host) }
    try certificates.makeAuthority("other")
    let encrypted = ["listener \(Self.port) \(host)"] + certificates.lines() + ["require_certificate true"]
    broker = try Broker(["allow_anonymous true"] + encrypted, at: host)
  }

  @Test func `a hold comes through an encrypted connection, for which the device has a certificate`() throws {
    let key = try String(contentsOfFile: certificates.path("kiosk-7.key"), encoding: .utf8)
    let certificate = "Certificate=\(certificates.path("kiosk-7.crt"))"
    let fleet = try FleetMachine(
      through: broker,
      broker: lines(authority: "ca") + [certificate],
      secrets: ["mqtt.key": key]
    )

    let controller = try fleet.holder()

    #expect(fleet.bridge.status == "connected to '\(broker.host)'\n")
    withExtendedLifetime(controller) {}
  }

  /// The reason is the one that libmosquitto gives, of OpenSSL or of the closed connection.
  @Test(arguments: [("other", "no encrypted connection to the broker: certificate verify failed"), ("ca", "")])
  func `a broker that is unknown, or wants a certificate, is not used without encryption either`(
    authority: String,
    reason: String
  ) throws {
    let machine = try Machine()
    let bridge = try RunningBridge(
      to: machine.socket,
      on: machine.loop,
      through: broker,
      broker: lines(authority: authority)
    )

    let line = "cannot use the broker '\(broker.host)': \(reason)"
    try bridge.program.wait(for: line)

    #expect(bridge.status?.hasPrefix(line) == true)
    bridge.expectNothing(on: ["device/kiosk-7/status"])
  }

  private func lines(authority: String) -> [String] {
    ["Port=\(Self.port)", "TLS=yes", "CAFile=\(certificates.path("\(authority).crt"))"]
  }
}

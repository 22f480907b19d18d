import BrightnessModel
import BrokerAccess
import Fleet
import Glibc
import MQTT
import Service
import Testing

@testable import Bridge

@Suite struct BridgeReadingTests {
  private static let allKeys =
    """
    [Broker]
    Host=mqtt.example.org 2001:db8::1
    Host=10.0.0.1
    Port=1884
    TLS=yes
    CAFile=/etc/ca.crt
    Certificate=/etc/kiosk.crt
    KeyFile=/etc/kiosk.key
    User=kiosk
    PasswordFile=/etc/kiosk.password
    KeepAlive=2min
    Protocol=3.1.1
    [Fleet]
    Topic=site/brightness
    Device=kiosk-7
    Groups=lobby berlin
    Accept=hold
    MostPriority=high
    Lease=1h
    Holds=3
    HoldsPerController=2
    DocumentBytes=1K
    Publish=lights holds
    """

  @Test func `every key is applied`() throws {
    let reading = read(Self.allKeys)

    var expected = BridgeConfiguration()
    expected.broker.hosts = ["mqtt.example.org", "2001:db8::1", "10.0.0.1"]
    expected.broker.port = 1884
    expected.broker.authorities = "/etc/ca.crt"
    expected.broker.certificate = "/etc/kiosk.crt"
    expected.broker.key = "/etc/kiosk.key"
    expected.broker.user = "kiosk"
    expected.broker.password = "/etc/kiosk.password"
    expected.broker.keepAlive = .seconds(120)
    expected.broker.version = .v311
    expected.root = "site/brightness"
    expected.device = FleetName("kiosk-7")
    expected.groups = ["lobby", "berlin"].compactMap { FleetName($0) }
    expected.accepts = [.hold]
    expected.documents.mostPriority = .high
    expected.documents.longestLease = .seconds(3600)
    expected.documents.bytes = 1024
    expected.holds = 3
    expected.holdsPerController = 2
    expected.publishes = [.lights, .holds]
    #expect(reading.problems.map(\.description) == [])
    #expect(reading.configuration == expected)
    #expect(reading.topics?.filters.first == "site/brightness/to/all/#")
  }

  @Test func `an empty value restores the default, and a later file wins`() {
    let first = "[Broker]\nHost=a\nTLS=no\nKeepAlive=10\n[Fleet]\nAccept=none"
    let reading = read(first, "[Broker]\nTLS=\nHost=\nHost=b\n[Fleet]\nAccept=")

    #expect(reading.configuration.broker.hosts == ["b"])
    #expect(reading.configuration.broker.isEncrypted)
    #expect(reading.configuration.broker.keepAlive == .seconds(10))
    #expect(reading.configuration.accepts == [.hold, .set])
  }

  @Test(arguments: [
    ("Hosts=a", "cannot use 'Hosts': no such key is known in [Broker]; did you mean Host=?"),
    ("[Flet]", "cannot use '[Flet]': no such section is known; did you mean [Fleet]?"),
    ("hello", "cannot read 'hello': expected [Section] or Key=value"),
  ])
  func `a mistake is named with its file and line`(line: String, sentence: String) {
    let reading = read("[Broker]\nHost=localhost\n\(line)")

    #expect(reading.problems.map(\.description) == ["0.conf:3: \(sentence)"])
  }

  @Test(arguments: [
    ("Topic=a//b", "cannot use 'a//b': expected names of letters, digits, '-' and '_', with '/' between them"),
    ("Device=all", "cannot use 'all': it is the address of every device"),
    ("Device=a.b", "cannot use 'Device=a.b': expected a name of up to 64 letters, digits, hyphens and underscores"),
    ("Groups=a host", "cannot use 'host': another group or the device has this name"),
    ("Accept=hold off", "cannot use 'off' in Accept=: expected none, or some of hold, set"),
    ("Publish=all", "cannot use 'all' in Publish=: expected none, or some of lights, holds, health"),
    ("MostPriority=urgent", "cannot use 'MostPriority=urgent': expected one of low, normal, high"),
    ("Lease=4s", "cannot use 'Lease=4s': expected a time from 5s to 1h"),
    ("Holds=0", "cannot use 'Holds=0': expected a whole number from 1 to 1000"),
    ("DocumentBytes=1M", "cannot use 'DocumentBytes=1M': expected a size from 256 to 16K"),
  ])
  func `a mistake in the fleet's section is named with its file and line`(line: String, sentence: String) {
    let reading = read("[Broker]\nHost=localhost\n[Fleet]\n\(line)")

    #expect(reading.problems.map(\.description) == ["0.conf:4: \(sentence)"])
    #expect(!reading.isValid)
  }

  @Test(arguments: [
    ("Discovery=on", "cannot use 'Discovery=on': expected yes or no"),
    (
      "Prefix=a//b",
      "cannot use 'Prefix=a//b': expected names of letters, digits, hyphens and underscores, with '/' between them"
    ),
    (
      "Name=\(String(repeating: "a", count: 65))",
      "cannot use 'Name=\(String(repeating: "a", count: 35))…': expected a text of up to 64 characters"
    ),
    (
      "Discovery=yes",
      "cannot use 'Discovery=yes' without lights in Publish=: Home Assistant reads their topics"
    ),
  ])
  func `a mistake in the section of Home Assistant is named with its file and line`(line: String, sentence: String) {
    let reading = read("[Broker]\nHost=localhost\n[Fleet]\nPublish=holds\n[HomeAssistant]\n\(line)")

    #expect(reading.problems.map(\.description) == ["0.conf:6: \(sentence)"])
    #expect(!reading.isValid)
  }

  @Test func `every key of the section of Home Assistant is applied`() {
    let keys = "Discovery=yes\nPrefix=site/ha\nName=Sign at the door\nArea=Lobby"
    let reading = read("[Broker]\nHost=a\n[HomeAssistant]\n\(keys)")

    var expected = BridgeConfiguration()
    expected.broker.hosts = ["a"]
    expected.isDiscoverable = true
    expected.homeAssistant.prefix = "site/ha"
    expected.homeAssistant.name = "Sign at the door"
    expected.homeAssistant.area = "Lobby"
    #expect(reading.problems.map(\.description) == [])
    #expect(reading.configuration == expected)
  }

  @Test func `Home Assistant does not find a device whose configuration does not say so`() throws {
    for (text, isFound) in [("", false), ("[HomeAssistant]\nName=a", false), ("[HomeAssistant]\nDiscovery=yes", true)] {
      let reading = read("[Broker]\nHost=a\n\(text)")

      #expect((reading.configuration.fleet(try #require(reading.topics)).homeAssistant != nil) == isFound)
    }
  }

  @Test func `a configuration without a broker is refused`() {
    for text in ["", "[Fleet]\nDevice=a"] {
      let reading = read(text)

      #expect(
        reading.problems.map(\.description) == [
          "cannot use the configuration: no broker is named; write Host= below [Broker]"
        ]
      )
      #expect(!reading.isValid)
    }
  }

  @Test func `what another version may know is a warning`() {
    let reading = read("[Metrics]\nExporter=yes\n[Broker]\nHost=a\nColour=red\nX-A=b\n[X-Other]\nC=d")

    #expect(reading.isValid)
    #expect(reading.problems.map(\.line) == [1, 5])
    #expect(reading.summary == "2 warnings: the rest is used")
  }

  @Test func `the device is named after its host`() {
    let reading = BridgeReading([file(0, "[Broker]\nHost=a")], hostName: "kiosk.example.org")

    #expect(reading.topics?.device == FleetName("kiosk-example-org"))
  }

  @Test func `the name of the host is the one that the kernel has`() {
    var system = utsname()
    uname(&system)
    let name = withUnsafeBytes(of: system.nodename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }

    #expect(BridgeReading.hostName == name)
  }

  @Test func `the will of a connection says that the device is offline`() throws {
    let reading = read("[Broker]\nHost=a\n[Fleet]\nDevice=kiosk")
    let settings = try reading.configuration.brokers(try #require(reading.topics), Credentials(in: nil))

    #expect(settings.map(\.client) == ["brightnessd-kiosk"])
    #expect(settings[0].will == MQTTMessage(topic: "brightnessd/device/kiosk/status", "offline", isRetained: true))
  }

  private func read(_ texts: String...) -> BridgeReading {
    BridgeReading(texts.enumerated().map { file($0.offset, $0.element) }, hostName: "host")
  }

  private func file(_ number: Int, _ text: String) -> ConfigurationFile {
    ConfigurationFile(path: "\(number).conf", content: .success(text))
  }
}

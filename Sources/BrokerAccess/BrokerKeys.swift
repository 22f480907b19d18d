import BrightnessModel
import Fleet
import MQTT
import Service

/// The keys of `[Broker]`.
package enum BrokerKeys {
  /// The keys of a configuration that has them at `path`.
  package static func keys<Whole>(
    at path: any WritableKeyPath<Whole, BrokerConfiguration> & Sendable,
    of fresh: BrokerConfiguration
  ) -> [String: ConfigurationKey<Whole>] {
    keys(of: fresh).mapValues { $0.within(path) }
  }

  private static func keys(of fresh: BrokerConfiguration) -> [String: ConfigurationKey<BrokerConfiguration>] {
    [
      "Host": .list(\.hosts, host, "hosts"),
      "Port": .one(\.port, port),
      "TLS": .one(\.isEncrypted, of: fresh, .switching),
      "CAFile": .one(\.authorities, path),
      "Certificate": .one(\.certificate, path),
      "KeyFile": .one(\.key, path),
      "User": .one(\.user, user),
      "PasswordFile": .one(\.password, path),
      "KeepAlive": .one(\.keepAlive, of: fresh, .time(.seconds(10) ... .seconds(1200), "10s to 20min")),
      "Protocol": .one(\.version, of: fresh, version),
    ]
  }

  private static let host = ConfigurationValue(
    expected: "names or addresses of brokers, and the port in Port="
  ) { text in
    // The longest name of DNS; an address of IPv6 has at least two colons, and perhaps the name of
    // an interface.
    let isPossible = 1...253 ~= text.utf8.count && text.utf8.allSatisfy(isOfHost)
    return isPossible && text.count(where: { $0 == ":" }) != 1 ? text : nil
  }

  private static func isOfHost(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: ".-_:%".utf8.contains(byte)
    }
  }

  private static let port = ConfigurationValue(expected: "a port from 1 to 65535") { text in
    Int(plain: text).flatMap { UInt16(exactly: $0) }.flatMap { $0 == 0 ? nil : $0 }
  }

  private static let path = ConfigurationValue(expected: "the absolute path of a file") { text in
    text.hasPrefix("/") ? text : nil
  }

  private static let user = ConfigurationValue(expected: "a name of up to 1024 bytes") { text in
    text.utf8.count <= 1024 ? text : nil
  }

  private static let version = ConfigurationValue(expected: "one of 5, 3.1.1") { text in
    ["5": MQTTSettings.ProtocolVersion.v5, "3.1.1": .v311][text]
  }

  /// A name in a topic.
  package static let name = ConfigurationValue(
    expected: "a name of up to \(FleetName.longest) letters, digits, hyphens and underscores"
  ) { FleetName($0) }

  /// The first levels of topics.
  package static let topic = ConfigurationValue(
    expected: "names of letters, digits, hyphens and underscores, with '/' between them"
  ) { text in
    text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { FleetName($0) != nil } ? text : nil
  }
}

extension ConfigurationValue<String> {
  /// Checked with other keys.
  package static var any: ConfigurationValue { ConfigurationValue(expected: "a text") { $0 } }
}

extension ConfigurationValue<Duration> {
  private static var units: [(name: String, unit: Duration)] {
    [("min", .seconds(60)), ("s", .seconds(1)), ("h", .seconds(3600)), ("", .seconds(1))]
  }

  /// A number with a unit of systemd's; without one it is in seconds.
  package static func time(_ range: ClosedRange<Duration>, _ shown: String) -> ConfigurationValue {
    ConfigurationValue(expected: "a time from \(shown)") { text in
      guard let (name, unit) = units.first(where: { text.hasSuffix($0.name) }),
        let number = Int(plain: String(text.dropLast(name.count))), number <= 3600
      else { return nil }
      let time = unit * number
      return range.contains(time) ? time : nil
    }
  }
}

import BrightnessModel
import Fleet
import MQTT
import Service

/// The sections and keys of the configuration.
enum BridgeKeys {
  static let sections: [String: [String: ConfigurationKey<BridgeConfiguration>]] = ["Broker": broker, "Fleet": fleet]

  private static let broker: [String: ConfigurationKey<BridgeConfiguration>] = [
    "Host": .list(\.hosts, host, "hosts"),
    "Port": .one(\.port, port),
    "TLS": .one(\.isEncrypted, of: fresh, .switching),
    "CAFile": .one(\.authorities, path),
    "Certificate": .one(\.certificate, path),
    "User": .one(\.user, user),
    "KeepAlive": .one(\.keepAlive, of: fresh, .time(.seconds(10) ... .seconds(1200), "10s to 20min")),
    "Protocol": .one(\.version, of: fresh, version),
  ]

  private static let fleet: [String: ConfigurationKey<BridgeConfiguration>] = [
    "Topic": .one(\.root, of: fresh, .any),
    "Device": .one(\.device, name),
    "Groups": .list(\.groups, name, "groups"),
    "Accept": .one(\.accepts, of: fresh, .words()),
    "MostPriority": .one(\.documents.mostPriority, of: fresh, .word),
    "Lease": .one(\.documents.longestLease, of: fresh, .time(.seconds(5) ... .seconds(3600), "5s to 1h")),
    "Holds": .one(\.holds, of: fresh, .count(upTo: 1000)),
    "HoldsPerController": .one(\.holdsPerController, of: fresh, .count(upTo: 1000)),
    "DocumentBytes": .one(\.documents.bytes, of: fresh, .bytes(256...16 << 10)),
    "Publish": .one(\.publishes, of: fresh, .words()),
  ]

  private static let fresh = BridgeConfiguration()

  private static let host = ConfigurationValue(expected: "names or addresses of brokers") { text in
    // The longest name of DNS; an address of IPv6 has colons, and perhaps the name of an interface.
    1...253 ~= text.utf8.count && text.utf8.allSatisfy(isOfHost) ? text : nil
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

  private static let name = ConfigurationValue(
    expected: "a name of up to \(FleetName.longest) letters, digits, hyphens and underscores"
  ) { FleetName($0) }
}

extension ConfigurationValue<String> {
  /// Checked with other keys.
  fileprivate static var any: ConfigurationValue { ConfigurationValue(expected: "a text") { $0 } }
}

extension ConfigurationValue<Duration> {
  private static var units: [(name: String, unit: Duration)] {
    [("min", .seconds(60)), ("s", .seconds(1)), ("h", .seconds(3600)), ("", .seconds(1))]
  }

  /// A number with a unit of systemd's; without one it is in seconds.
  fileprivate static func time(_ range: ClosedRange<Duration>, _ shown: String) -> ConfigurationValue {
    ConfigurationValue(expected: "a time from \(shown)") { text in
      guard let (name, unit) = units.first(where: { text.hasSuffix($0.name) }),
        let number = Int(plain: String(text.dropLast(name.count))), number <= 3600
      else { return nil }
      let time = unit * number
      return range.contains(time) ? time : nil
    }
  }
}

extension ConfigurationValue {
  /// Several words, or `none`.
  fileprivate static func words<Word>() -> ConfigurationValue
  where Value == Set<Word>, Word: RawRepresentable<String> & CaseIterable & SendableMetatype {
    let all = Word.allCases.map(\.rawValue).joined(separator: ", ")
    return ConfigurationValue { (text) throws(ConfigurationMistake) in
      if text == "none" { return [] }
      let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
      return Set(
        try words.map { (word) throws(ConfigurationMistake) in
          guard let known = Word(rawValue: word) else {
            throw ConfigurationMistake(part: word, expected: "none, or some of \(all)")
          }
          return known
        }
      )
    }
  }
}

import BrightnessModel
import BrokerAccess
import Fleet
import Service

/// The sections and keys of the configuration.
enum BridgeKeys {
  static let sections: [String: [String: ConfigurationKey<BridgeConfiguration>]] = [
    "Broker": BrokerKeys.keys(at: \.broker, of: fresh.broker), "Fleet": fleet, "HomeAssistant": homeAssistant,
  ]

  private static let fleet: [String: ConfigurationKey<BridgeConfiguration>] = [
    "Topic": .one(\.root, of: fresh, .any),
    "Device": .one(\.device, BrokerKeys.name),
    "Groups": .list(\.groups, BrokerKeys.name, "groups"),
    "Accept": .one(\.accepts, of: fresh, .words()),
    "MostPriority": .one(\.documents.mostPriority, of: fresh, .word),
    "Lease": .one(\.documents.longestLease, of: fresh, .time(.seconds(5) ... .seconds(3600), "5s to 1h")),
    "Holds": .one(\.holds, of: fresh, .count(upTo: 1000)),
    "HoldsPerController": .one(\.holdsPerController, of: fresh, .count(upTo: 1000)),
    "DocumentBytes": .one(\.documents.bytes, of: fresh, .bytes(256...16 << 10)),
    "Publish": .one(\.publishes, of: fresh, .words()),
  ]

  private static let homeAssistant: [String: ConfigurationKey<BridgeConfiguration>] = [
    "Discovery": .one(\.isDiscoverable, of: fresh, .switching),
    "Prefix": .one(\.homeAssistant.prefix, of: fresh, BrokerKeys.topic),
    "Name": .one(\.homeAssistant.name, label),
    "Area": .one(\.homeAssistant.area, label),
  ]

  private static let label = ConfigurationValue(expected: "a text of up to 64 characters") { text in
    text.count <= 64 && text.utf8.count <= 256 ? text : nil
  }

  private static let fresh = BridgeConfiguration()
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

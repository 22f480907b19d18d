import Brightness
import Hardware
import Varlink

/// What a key of a section changes.
struct ConfigurationKey<Whole: Sendable>: Sendable {
  /// Takes a value over, or nothing of it; an empty one makes the key what it is where nobody says anything.
  let assign: @Sendable (inout Whole, String) throws(ExpectedValue) -> Void

  /// A key of which the last value counts.
  static func one<Value>(
    _ path: any WritableKeyPath<Whole, Value> & Sendable,
    of fresh: Whole,
    _ read: @escaping ConfigurationValues.Reader<Value>
  ) -> ConfigurationKey {
    ConfigurationKey { whole, text throws(ExpectedValue) in
      whole[keyPath: path] = text.isEmpty ? fresh[keyPath: path] : try read(text)
    }
  }

  /// A key whose values add up.
  static func many<Element: SendableMetatype>(
    _ path: any WritableKeyPath<Whole, Set<Element>> & Sendable,
    _ read: @escaping ConfigurationValues.Reader<Element>
  ) -> ConfigurationKey {
    ConfigurationKey { whole, text throws(ExpectedValue) in
      var elements: Set<Element> = text.isEmpty ? [] : whole[keyPath: path]
      for word in text.split(whereSeparator: \.isWhitespace) { elements.insert(try read(String(word))) }
      whole[keyPath: path] = elements
    }
  }
}

/// All sections and their keys.
enum ConfigurationKeys {
  typealias Section<Whole: Sendable> = [String: ConfigurationKey<Whole>]

  static let sections: [String: Section<Configuration>] = ["Daemon": daemon, "Limits": limits, "Lights": lights]

  private static let daemon: Section<Configuration> = [
    "Group": .one(\.group, of: fresh, ConfigurationValues.group),
    "LogLevel": .one(\.logLevel, of: fresh, ConfigurationValues.word(LogLevel.self)),
  ]

  private static let limits: Section<Configuration> = [
    "Connections": .one(\.limits.wire.connections, of: fresh, ConfigurationValues.count(upTo: 65_536)),
    "ConnectionsPerUser": .one(\.limits.wire.connectionsPerUser, of: fresh, ConfigurationValues.count(upTo: 65_536)),
    "ScenesPerSession": .one(\.limits.session.scenes, of: fresh, ConfigurationValues.count(upTo: 1024)),
    "ClaimsPerScene": .one(\.limits.session.claims, of: fresh, ConfigurationValues.count(upTo: 1024)),
    "StringBytes": .one(\.limits.session.bytes, of: fresh, ConfigurationValues.bytes(16...64 << 10)),
    "MessageBytes": .one(\.limits.wire.messageBytes, of: fresh, ConfigurationValues.bytes(4 << 10...16 << 20)),
    "OutputBytes": .one(\.limits.wire.outputBytes, of: fresh, ConfigurationValues.bytes(64 << 10...64 << 20)),
    "Nesting": .one(\.limits.wire.nesting, of: fresh, ConfigurationValues.count(upTo: 64)),
  ]

  private static let lights: Section<Configuration> = [
    "Ignore": .many(\.lights.ignored, ConfigurationValues.light),
    "Panel": .many(\.lights.panels, ConfigurationValues.light),
    "Also": .many(\.lights.indicators, ConfigurationValues.led),
  ]

  static let light: Section<LightOverride> = [
    "Alias": .one(\.alias, of: LightOverride(), ConfigurationValues.alias),
    "Floor": .one(\.floor, of: LightOverride(), ConfigurationValues.floor),
    "Scale": .one(\.scale, of: LightOverride(), ConfigurationValues.word(Brightness.Scale.self)),
    "Kind": .one(\.kind, of: LightOverride(), ConfigurationValues.word(Hardware.LightKind.self)),
  ]

  private static let fresh = Configuration()
}

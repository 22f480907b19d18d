import Brightness
import BrightnessControl
import BrightnessModel
import BrightnessVarlink
import Hardware
import Service

/// A key of a section, and how its value is assigned.
struct ConfigurationKey<Whole: Sendable>: Sendable {
  /// Assigns a value, or throws and assigns nothing; an empty value restores the default.
  let assign: @Sendable (inout Whole, String) throws(ConfigurationMistake) -> Void

  /// A key whose last value counts.
  static func one<Value>(
    _ path: any WritableKeyPath<Whole, Value> & Sendable,
    of fresh: Whole,
    _ reader: ConfigurationValue<Value>
  ) -> ConfigurationKey {
    ConfigurationKey { (whole, text) throws(ConfigurationMistake) in
      whole[keyPath: path] = text.isEmpty ? fresh[keyPath: path] : try reader.read(text)
    }
  }

  static func one<Value>(
    _ path: any WritableKeyPath<Whole, Value?> & Sendable,
    _ reader: ConfigurationValue<Value>
  ) -> ConfigurationKey {
    ConfigurationKey { (whole, text) throws(ConfigurationMistake) in
      whole[keyPath: path] = text.isEmpty ? nil : try reader.read(text)
    }
  }

  /// A key whose values add up.
  static func many<Element: SendableMetatype>(
    _ path: any WritableKeyPath<Whole, Set<Element>> & Sendable,
    _ reader: ConfigurationValue<Element>
  ) -> ConfigurationKey {
    ConfigurationKey { (whole, text) throws(ConfigurationMistake) in
      let words = text.split(whereSeparator: \.isWhitespace)
      let elements = try words.map { (word) throws(ConfigurationMistake) in try reader.read(String(word)) }
      // Change the set in place, because a copy for each line would take quadratic time.
      if text.isEmpty { whole[keyPath: path] = [] } else { whole[keyPath: path].formUnion(elements) }
    }
  }
}

extension ConfigurationKey {
  /// More than any system needs, and few enough for a reply and for a check at each call.
  static var longestList: Int { 32 }

  /// A key whose values add up in their order.
  static func list<Element: Equatable & SendableMetatype>(
    _ path: any WritableKeyPath<Whole, [Element]> & Sendable,
    _ reader: ConfigurationValue<Element>,
    _ name: String
  ) -> ConfigurationKey {
    ConfigurationKey { (whole, text) throws(ConfigurationMistake) in
      var elements = text.isEmpty ? [] : whole[keyPath: path]
      for word in text.split(whereSeparator: \.isWhitespace).map(String.init) {
        let element = try reader.read(word)
        if elements.contains(element) { continue }
        if elements.count == longestList {
          throw ConfigurationMistake(part: word, expected: "at most \(longestList) \(name)")
        }
        elements.append(element)
      }
      whole[keyPath: path] = elements
    }
  }
}

enum ConfigurationKeys {
  static let sections: [String: [String: ConfigurationKey<Configuration>]] = [
    "Daemon": daemon, "Limits": limits, "Lights": lights, "Automatic": automatic,
  ]

  private static let daemon: [String: ConfigurationKey<Configuration>] = [
    "Group": .list(\.groups, group, "groups"),
    "LogLevel": .one(\.logLevel, of: fresh, word()),
  ]

  private static let limits: [String: ConfigurationKey<Configuration>] = [
    "Connections": .one(\.limits.wire.connections, of: fresh, count(upTo: 65_536)),
    "ConnectionsPerUser": .one(\.limits.wire.connectionsPerUser, of: fresh, count(upTo: 65_536)),
    "ScenesPerSession": .one(\.limits.session.scenes, of: fresh, count(upTo: 1024)),
    "SceneBytesPerUser": .one(\.limits.session.userBytes, of: fresh, bytes(4 << 10...1 << 20)),
  ]

  /// Keys of `[Limits]` in earlier versions, for a message that they have no effect any more.
  static let fixedLimits: Set = [
    "BufferBytes", "BufferBytesPerUser", "ClaimsPerScene", "MessageBytes", "Nesting", "OutputBytes", "SceneBytes",
    "StringBytes",
  ]

  private static let lights: [String: ConfigurationKey<Configuration>] = [
    "Ignore": .many(\.lights.ignored, listed),
    "Panel": .many(\.lights.panels, listed),
    "Also": .many(\.lights.indicators, led),
  ]

  private static let automatic: [String: ConfigurationKey<Configuration>] = [
    "Sensor": .one(\.sensor.selection, of: fresh, sensor),
    "SensorPlace": .one(\.sensor.place, of: fresh, word()),
    "KeyboardBelow": .one(\.keyboardIsDarkBelow, .lux),
  ]

  static let light: [String: ConfigurationKey<LightOverride>] = [
    "Alias": .one(\.alias, alias),
    "Floor": .one(\.floor, floor),
    "Scale": .one(\.scale, word()),
    "Kind": .one(\.kind, word()),
    "KeepsBase": .one(\.keepsBase, switching),
    "Least": .one(\.least, bound),
    "Most": .one(\.most, bound),
    "Automatic": .one(\.automatic, switching),
    "Curve": .one(\.curve, .curve),
  ]

  private static let switching = ConfigurationValue(expected: "yes or no") { ["yes": true, "no": false][$0] }

  private static let bound = ConfigurationValue(expected: "0% to 100%, or a number of steps") { text in
    if let number = plainNumber(text) { return LightOverride.Bound.raw(number) }
    return (try? Double(percentage: text)).flatMap { try? Share(percent: $0) }.map { .share($0) }
  }

  private static let fresh = Configuration()

  private static func count(upTo limit: Int) -> ConfigurationValue<Int> {
    ConfigurationValue(expected: "a whole number from 1 to \(limit)") { text in
      plainNumber(text).flatMap { 1...limit ~= $0 ? $0 : nil }
    }
  }

  /// Bytes, with `K` or `M` for powers of 1024.
  private static func bytes(_ range: ClosedRange<Int>) -> ConfigurationValue<Int> {
    ConfigurationValue(expected: "a size from \(shown(range.lowerBound)) to \(shown(range.upperBound))") { text in
      let factor = text.last.flatMap { ["K": 1 << 10, "M": 1 << 20][$0] }
      let digits = factor == nil ? text : String(text.dropLast())
      guard let number = plainNumber(digits),
        case (let size, false) = number.multipliedReportingOverflow(by: factor ?? 1)
      else { return nil }
      return range ~= size ? size : nil
    }
  }

  private static func word<W: RawRepresentable<String> & CaseIterable & SendableMetatype>() -> ConfigurationValue<W> {
    let words = W.allCases.map(\.rawValue).joined(separator: ", ")
    return ConfigurationValue(expected: "one of \(words)") { W(rawValue: $0) }
  }

  private static let floor = ConfigurationValue(expected: "a percentage from 1% to 100%") { text in
    (try? Double(percentage: text)).flatMap { $0 >= 1 ? try? Share(percent: $0) : nil }
  }

  private static let group = ConfigurationValue(expected: "the name or number of a group") {
    $0.isName(atMost: 32) ? $0 : nil
  }

  private static let alias = ConfigurationValue(
    expected: "a name of up to 64 letters, digits, dots, hyphens and underscores that is not a kind of light"
  ) { $0.isName(atMost: 64) && LightKind(rawValue: $0) == nil ? $0 : nil }

  private static let listed = ConfigurationValue(
    expected: "ids such as backlight/intel_backlight or ddc/DEL-a0b1-777, as in `brightness list`"
  ) { LightID($0) }

  private static let sensor = ConfigurationValue(
    expected: "the name of a light sensor, such as als, iio:device0 or feed:webcam, or none"
  ) { text -> SensorSettings.Selection? in
    if text == "none" { return .off }
    if let name = LightSensor.feedName(in: text) { return LightSensor.isFeedName(name) ? .fed(String(name)) : nil }
    return text.utf8.count <= 64 ? .named(text) : nil
  }

  /// The name of an LED, given with its class.
  private static let led = ConfigurationValue(expected: "LEDs such as leds/tpacpi::power") { text in
    LightID(text).flatMap { $0.subsystem == .leds ? $0.name : nil }
  }

  private static func plainNumber(_ text: String) -> Int? {
    text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) ? Int(text) : nil
  }

  private static func shown(_ bytes: Int) -> String {
    let units = [(1 << 20, "M"), (1 << 10, "K")]
    guard let unit = units.first(where: { bytes % $0.0 == 0 }) else { return "\(bytes)" }
    return "\(bytes / unit.0)\(unit.1)"
  }
}

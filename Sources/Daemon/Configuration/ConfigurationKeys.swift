import Brightness
import ControlAPI
import Hardware
import Model
import Varlink

/// A key of a section, and how its value is assigned.
struct ConfigurationKey<Whole: Sendable>: Sendable {
  /// Assigns a value, or throws and assigns nothing; an empty value restores the default.
  let assign: @Sendable (inout Whole, String) throws(ExpectedValue) -> Void

  /// A key whose last value counts.
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
    "SceneBytesPerUser": .one(\.limits.session.userBytes, of: fresh, ConfigurationValues.bytes(4 << 10...64 << 20)),
    "StringBytes": .one(\.limits.session.bytes, of: fresh, ConfigurationValues.bytes(16...64 << 10)),
    "MessageBytes": .one(\.limits.wire.messageBytes, of: fresh, ConfigurationValues.bytes(4 << 10...16 << 20)),
    "OutputBytes": .one(\.limits.wire.outputBytes, of: fresh, ConfigurationValues.bytes(64 << 10...64 << 20)),
    "BufferBytesPerUser": .one(\.limits.wire.userBytes, of: fresh, ConfigurationValues.bytes(256 << 10...256 << 20)),
    "BufferBytes": .one(\.limits.wire.totalBytes, of: fresh, ConfigurationValues.bytes(1 << 20...1 << 30)),
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
    "Scale": .one(\.scale, of: LightOverride(), ConfigurationValues.word(Scale.self)),
    "Kind": .one(\.kind, of: LightOverride(), ConfigurationValues.word(LightKind.self)),
  ]

  private static let fresh = Configuration()
}

/// The description of a valid value, thrown for an invalid one.
struct ExpectedValue: Error, Hashable {
  let description: String
}

/// Readers of values; each throws what it expects.
enum ConfigurationValues {
  typealias Reader<Value> = @Sendable (String) throws(ExpectedValue) -> Value

  static func count(upTo limit: Int) -> Reader<Int> {
    { text throws(ExpectedValue) in
      guard let number = plainNumber(text), 1...limit ~= number else {
        throw ExpectedValue(description: "a whole number from 1 to \(limit)")
      }
      return number
    }
  }

  /// Bytes, with `K`, `M` or `G` for so many times 1024.
  static func bytes(_ range: ClosedRange<Int>) -> Reader<Int> {
    { text throws(ExpectedValue) in
      let factor = text.last.flatMap { ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30][$0] }
      let digits = factor == nil ? text : String(text.dropLast())
      guard let number = plainNumber(digits),
        case (let size, false) = number.multipliedReportingOverflow(by: factor ?? 1),
        range ~= size
      else {
        throw ExpectedValue(description: "a size from \(shownSize(range.lowerBound)) to \(shownSize(range.upperBound))")
      }
      return size
    }
  }

  static func word<Word: RawRepresentable & CaseIterable & SendableMetatype>(
    _: Word.Type
  ) -> Reader<Word> where Word.RawValue == String, Word.AllCases: SendableMetatype {
    { text throws(ExpectedValue) in
      guard let word = Word(rawValue: text) else {
        throw ExpectedValue(description: "one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      return word
    }
  }

  @Sendable static func floor(_ text: String) throws(ExpectedValue) -> Share {
    guard let percent = try? Double(percentage: text), percent >= 1, let share = try? Share(percent: percent) else {
      throw ExpectedValue(description: "a percentage from 1% to 100%")
    }
    return share
  }

  @Sendable static func group(_ text: String) throws(ExpectedValue) -> String {
    guard isName(text, atMost: 32) else {
      throw ExpectedValue(description: "the name or number of a group")
    }
    return text
  }

  @Sendable static func alias(_ text: String) throws(ExpectedValue) -> String {
    guard isName(text, atMost: 64), LightKind(rawValue: text) == nil else {
      let expected = "a name of up to 64 letters, digits, dots, hyphens and underscores that is no kind of light"
      throw ExpectedValue(description: expected)
    }
    return text
  }

  @Sendable static func light(_ text: String) throws(ExpectedValue) -> LightID {
    guard let light = LightID(text) else {
      throw ExpectedValue(description: "lights such as backlight/intel_backlight")
    }
    return light
  }

  /// The name of an LED, given with its class.
  @Sendable static func led(_ text: String) throws(ExpectedValue) -> String {
    guard let light = LightID(text), light.subsystem == .leds else {
      throw ExpectedValue(description: "LEDs such as leds/tpacpi::power")
    }
    return light.name
  }

  private static func plainNumber(_ text: String) -> Int? {
    text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) ? Int(text) : nil
  }

  private static func shownSize(_ bytes: Int) -> String {
    let units = [(1 << 30, "G"), (1 << 20, "M"), (1 << 10, "K")]
    guard let unit = units.first(where: { bytes % $0.0 == 0 }) else { return "\(bytes)" }
    return "\(bytes / unit.0)\(unit.1)"
  }

  private static func isName(_ text: String, atMost limit: Int) -> Bool {
    let signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_".utf8
    return 1...limit ~= text.utf8.count && text.utf8.allSatisfy(signs.contains) && text.first != "-"
  }
}

/// How the value of a key is read.
package struct ConfigurationValue<Value>: Sendable {
  package let read: @Sendable (String) throws(ConfigurationMistake) -> Value

  /// `expected` describes a valid value; `read` returns nil for another one.
  package init(expected: String, read: @escaping @Sendable (String) -> Value?) {
    self.init { (text) throws(ConfigurationMistake) in
      guard let value = read(text) else { throw ConfigurationMistake(expected: expected) }
      return value
    }
  }

  package init(read: @escaping @Sendable (String) throws(ConfigurationMistake) -> Value) { self.read = read }
}

/// Why a value is not used.
package struct ConfigurationMistake: Error, Hashable {
  /// The part of the value that is wrong; nil for all of it.
  package var part: String?
  /// The description of a valid value.
  package let expected: String

  package init(part: String? = nil, expected: String) {
    self.part = part
    self.expected = expected
  }
}

extension ConfigurationValue<Bool> {
  package static var switching: ConfigurationValue { .init(expected: "yes or no") { ["yes": true, "no": false][$0] } }
}

extension ConfigurationValue<Int> {
  package static func count(upTo limit: Int) -> ConfigurationValue {
    ConfigurationValue(expected: "a whole number from 1 to \(limit)") { text in
      Int(plain: text).flatMap { 1...limit ~= $0 ? $0 : nil }
    }
  }

  /// Bytes, with `K` or `M` for powers of 1024.
  package static func bytes(_ range: ClosedRange<Int>) -> ConfigurationValue {
    ConfigurationValue(expected: "a size from \(shown(range.lowerBound)) to \(shown(range.upperBound))") { text in
      let factor = text.last.flatMap { ["K": 1 << 10, "M": 1 << 20][$0] }
      let digits = factor == nil ? text : String(text.dropLast())
      guard let number = Int(plain: digits),
        case (let size, false) = number.multipliedReportingOverflow(by: factor ?? 1)
      else { return nil }
      return range ~= size ? size : nil
    }
  }

  private static func shown(_ bytes: Int) -> String {
    let units = [(1 << 20, "M"), (1 << 10, "K")]
    guard let unit = units.first(where: { bytes % $0.0 == 0 }) else { return "\(bytes)" }
    return "\(bytes / unit.0)\(unit.1)"
  }
}

extension ConfigurationValue where Value: RawRepresentable<String> & CaseIterable & SendableMetatype {
  package static var word: ConfigurationValue {
    let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
    return ConfigurationValue(expected: "one of \(words)") { Value(rawValue: $0) }
  }
}

extension Int {
  /// Nil unless the text has only digits.
  package init?(plain text: String) {
    guard text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
    self.init(text)
  }
}

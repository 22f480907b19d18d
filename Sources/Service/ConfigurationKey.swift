/// A key of a section, and how its value is assigned.
package struct ConfigurationKey<Whole: Sendable>: Sendable {
  /// Assigns a value, or throws and assigns nothing; an empty value restores the default.
  package let assign: @Sendable (inout Whole, String) throws(ConfigurationMistake) -> Void

  /// A key whose last value counts.
  package static func one<Value>(
    _ path: any WritableKeyPath<Whole, Value> & Sendable,
    of fresh: Whole,
    _ reader: ConfigurationValue<Value>
  ) -> ConfigurationKey {
    ConfigurationKey { (whole, text) throws(ConfigurationMistake) in
      whole[keyPath: path] = text.isEmpty ? fresh[keyPath: path] : try reader.read(text)
    }
  }

  package static func one<Value>(
    _ path: any WritableKeyPath<Whole, Value?> & Sendable,
    _ reader: ConfigurationValue<Value>
  ) -> ConfigurationKey {
    ConfigurationKey { (whole, text) throws(ConfigurationMistake) in
      whole[keyPath: path] = text.isEmpty ? nil : try reader.read(text)
    }
  }

  /// A key whose values add up.
  package static func many<Element: SendableMetatype>(
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
  /// The same key of a larger whole.
  package func within<Larger>(
    _ path: any WritableKeyPath<Larger, Whole> & Sendable
  ) -> ConfigurationKey<Larger> {
    .init { [assign] (larger, text) throws(ConfigurationMistake) in try assign(&larger[keyPath: path], text) }
  }

  /// More than any system needs, and few enough for a reply and for a check at each call.
  package static var longestList: Int { 32 }

  /// A key whose values add up in their order.
  package static func list<Element: Equatable & SendableMetatype>(
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

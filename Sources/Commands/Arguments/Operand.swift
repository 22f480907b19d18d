/// A word that a verb takes.
struct Operand: Sendable, Hashable {
  enum Count: Sendable, Hashable {
    case one, optional, any
  }

  /// As help writes it: `LIGHT`.
  let placeholder: String
  let count: Count
  /// As an error says it: `a level such as 40%`.
  let expected: String
  let kind: WordKind

  init(_ placeholder: String, _ count: Count, _ expected: String, _ kind: WordKind) {
    self.placeholder = placeholder
    self.count = count
    self.expected = expected
    self.kind = kind
  }

  /// As usage lines show it.
  var usage: String {
    switch count {
    case .one: placeholder
    case .optional: "[\(placeholder)]"
    case .any: "[\(placeholder)…]"
    }
  }
}

/// Words that several verbs take.
extension Operand {
  static let light = Operand("LIGHT", .optional, "the name of a light", .light)
  static let lights = Operand("LIGHT", .any, "the name of a light", .light)
}

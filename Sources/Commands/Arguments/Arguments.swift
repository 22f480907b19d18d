import CommandLines

/// The arguments of a verb, which takes those that it understands.
struct Arguments {
  var grammar = Verbs.overview.grammar
  var words: ArraySlice<String> = []
  /// In the order of the command line.
  var options: [Given] = []
  /// The words after `--`, if it was given.
  var command: [String]?

  struct Given: Hashable {
    let name: String
    let value: String?

    /// Converts the value; an error names the option.
    func value<Value>(as convert: (String) throws(UsageError) -> Value) throws(UsageError) -> Value {
      do throws(UsageError) {
        return try convert(value ?? "")
      } catch .unexpectedWord(let word, let expected) {
        throw .wrongValue(name, word, expected: expected)
      }
    }
  }

  func has(_ option: Option) -> Bool { options.contains { $0.name == option.name } }

  func value(of option: Option) -> String? { options.last { $0.name == option.name }?.value }

  func value<Value>(of option: Option, as convert: (String) throws(UsageError) -> Value) throws(UsageError) -> Value? {
    guard let given = options.last(where: { $0.name == option.name }) else { return nil }
    return try given.value(as: convert)
  }

  func refuse(_ one: Option, with other: Option) throws(UsageError) {
    if has(one), has(other) { throw .conflict(one.name, other.name) }
  }

  /// Takes the next word, which is required.
  mutating func word() throws(UsageError) -> String {
    guard let word = try optionalWord() else {
      throw .missingValue(grammar.name, expected: grammar.operands.first?.expected ?? "an argument")
    }
    return word
  }

  mutating func optionalWord() throws(UsageError) -> String? {
    guard let word = words.popFirst() else { return nil }
    guard !word.isEmpty else { throw .unexpectedWord(word, expected: grammar.operands.last?.expected ?? "no argument") }
    return word
  }

  mutating func allWords() throws(UsageError) -> [String] {
    var all: [String] = []
    while let word = try optionalWord() { all.append(word) }
    return all
  }

  /// Refuses words that the verb did not take.
  func end() throws(UsageError) {
    if let word = words.first { throw .unexpectedWord(word, expected: "no more arguments") }
  }
}

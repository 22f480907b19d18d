import CommandLines

/// The words and options that came with a verb; whoever understands one takes it out.
struct Arguments {
  /// Whom they came with.
  var verb = Verbs.overview
  var words: ArraySlice<String> = []
  /// In the order in which they came.
  var options: [Given] = []
  /// What stands after `--`; nil where nothing does.
  var command: [String]?

  /// An option that came, with its value.
  struct Given: Hashable {
    let name: String
    let value: String?

    /// The value in other words than text.
    func value<Value>(as read: (String) throws(UsageError) -> Value) throws(UsageError) -> Value {
      do throws(UsageError) {
        return try read(value ?? "")
      } catch .unexpectedWord(let word, let expected) {
        throw .wrongValue(name, word, expected: expected)
      }
    }
  }

  var grammar: Grammar { verb.grammar }

  /// Whether the option came.
  func has(_ option: Option) -> Bool { options.contains { $0.name == option.name } }

  /// The value of an option that comes once at most.
  func value(of option: Option) -> String? { options.last { $0.name == option.name }?.value }

  /// The value of an option in other words than text.
  func value<Value>(
    of option: Option,
    as read: (String) throws(UsageError) -> Value
  ) throws(UsageError) -> Value? {
    guard let given = options.last(where: { $0.name == option.name }) else { return nil }
    return try given.value(as: read)
  }

  /// Sees that two options do not stand together.
  func refuse(_ one: Option, beside other: Option) throws(UsageError) {
    if has(one), has(other) { throw .rivals(one.name, other.name) }
  }

  /// The next word, which has to be there.
  mutating func word() throws(UsageError) -> String {
    guard let word = try optionalWord() else {
      throw .missingValue(grammar.name, expected: grammar.operands.first?.expected ?? "a word")
    }
    return word
  }

  mutating func optionalWord() throws(UsageError) -> String? {
    guard let word = words.popFirst() else { return nil }
    guard !word.isEmpty else { throw .unexpectedWord(word, expected: grammar.operands.last?.expected ?? "no word") }
    return word
  }

  /// All words that are left.
  mutating func allWords() throws(UsageError) -> [String] {
    var all: [String] = []
    while let word = try optionalWord() { all.append(word) }
    return all
  }

  /// The first word, if `isWanted` says so.
  mutating func word(if isWanted: (String) -> Bool) -> String? {
    guard let first = words.first, isWanted(first) else { return nil }
    return words.popFirst()
  }

  /// Sees that nothing is left that nobody has understood.
  func end() throws(UsageError) {
    guard let word = words.first else { return }
    throw .unexpectedWord(word, expected: "no more words")
  }
}

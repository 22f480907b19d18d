import CommandLines

/// The words of a command line as getopt_long(3) has them: letters may stand together, long names may be cut short, and options
/// stand anywhere. A number below nothing is a word here.
struct DropInReader {
  enum Part: Equatable {
    case option(DropInOption, String?)
    case word(String)
  }

  private var rest: ArraySlice<String>
  /// The letters of a word that were not looked at yet.
  private var letters: Substring = ""
  private var isPastOptions = false

  init(_ words: [String]) {
    rest = words[...]
  }

  /// The next option or word; nil at the end.
  mutating func next() throws(UsageError) -> Part? {
    if !letters.isEmpty { return try letter() }
    guard let word = rest.popFirst() else { return nil }
    if isPastOptions || !ArgumentReader.isOption(word) { return .word(word) }
    if word == "--" {
      isPastOptions = true
      return try next()
    }
    if word.hasPrefix("--") { return try longOption(word) }
    letters = word.dropFirst()
    return try letter()
  }

  private mutating func letter() throws(UsageError) -> Part {
    let letter = letters.removeFirst()
    let name = "-\(letter)"
    guard let option = DropInOption.allCases.first(where: { $0.letter == letter }) else { throw .unknownOption(name) }
    if case .none = option.value { return .option(option, nil) }
    let attached = letters.isEmpty ? nil : String(letters)
    letters = ""
    return .option(option, try value(of: option, name, attached))
  }

  private mutating func longOption(_ word: String) throws(UsageError) -> Part {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = parts[0]
    let fitting = DropInOption.allCases.filter { "--\($0.longName)".hasPrefix(name) }
    guard fitting.count == 1 else { throw .unknownOption(name) }
    return .option(fitting[0], try value(of: fitting[0], name, parts.count == 2 ? parts[1] : nil))
  }

  private mutating func value(
    of option: DropInOption,
    _ name: String,
    _ attached: String?
  ) throws(UsageError) -> String? {
    switch option.value {
    case .none:
      if let attached { throw .unexpectedValue(name, attached) }
      return nil
    case .optional:
      if let attached { return attached.first == "=" ? String(attached.dropFirst()) : attached }
      return rest.first.map(Self.isNumber) == true ? rest.popFirst() : nil
    case .required:
      guard let value = attached ?? rest.popFirst() else { throw .missingValue(name, expected: option.expected) }
      return value
    }
  }

  private static func isNumber(_ word: String) -> Bool {
    word.first?.isNumber == true && word.allSatisfy { $0.isNumber || $0 == "." }
  }
}

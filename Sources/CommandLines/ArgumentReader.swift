/// Reads a command line argument by argument; an option is `--name`, `--name VALUE` or
/// `--name=VALUE`. `-h` and `-V` are read as `--help` and `--version`, in every program.
public struct ArgumentReader: Sendable {
  public enum Part: Hashable, Sendable {
    /// The name of an option, with its hyphens.
    case option(String)
    case word(String)
    /// `--`, after which nothing is an option.
    case endOfOptions
  }

  /// The options read so far that may be given only once.
  public private(set) var seen: [String] = []
  private var rest: ArraySlice<String>
  private var option = ""
  /// The value after `=`, until it is read.
  private var attached: String?

  private static let longNames = ["-h": "--help", "-V": "--version"]

  public init(_ words: [String]) { rest = words[...] }

  /// Returns the next option or word; nil at the end.
  public mutating func next() -> Part? {
    guard let word = rest.popFirst() else { return nil }
    if word == "--" { return .endOfOptions }
    guard Self.isOption(word) else { return .word(word) }
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    option = Self.longNames[word] ?? parts[0]
    attached = parts.count == 2 ? parts[1] : nil
    return .option(option)
  }

  /// Throws if the current option was given before.
  public mutating func rejectRepetition() throws(UsageError) {
    if seen.contains(option) { throw .repeated(option) }
    seen.append(option)
  }

  /// Reads the value of the current option.
  public mutating func value(_ expected: String) throws(UsageError) -> String {
    let value = attached ?? (rest.first.map(Self.isOption) == true ? nil : rest.popFirst())
    attached = nil
    guard let value, !value.isEmpty else { throw .missingValue(option, expected: expected) }
    return value
  }

  /// Reads the value of the current option, if one was given after `=`.
  public mutating func attachedValue() -> String? {
    defer { attached = nil }
    return attached
  }

  /// Throws if the current option was given a value that it does not take.
  public func rejectUnreadValue() throws(UsageError) {
    if let attached { throw .unexpectedValue(option, attached) }
  }

  public mutating func takeRest() -> [String] {
    defer { rest = [] }
    return Array(rest)
  }

  /// Whether a word is an option, or a group of one-letter options. A negative number and a lone
  /// hyphen are neither.
  public static func isOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let second = word.utf8.dropFirst().first else { return false }
    return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
  }
}

public enum UsageError: Error, Hashable, CustomStringConvertible {
  case unknownVerb(String)
  case unknownOption(String)
  case unexpectedWord(String, expected: String)
  case repeated(String)
  /// The value of an option is missing, or the argument of a verb.
  case missingValue(String, expected: String)
  case unexpectedValue(String, String)
  case wrongValue(String, String, expected: String)
  /// Two options that cannot be combined.
  case conflict(String, String)

  public var description: String {
    switch self {
    case .unknownVerb(let verb): "cannot use '\(verb)': unknown verb"
    case .unknownOption(let option): "cannot use '\(option)': unknown option"
    case .unexpectedWord(let word, let expected): "cannot use '\(word)': expected \(expected)"
    case .repeated(let option): "cannot use '\(option)': given twice"
    case .missingValue(let option, let expected): "cannot use '\(option)': expected \(expected) after it"
    case .unexpectedValue(let option, let value): "cannot use '\(option)=\(value)': the option takes no value"
    case .wrongValue(let option, let value, let expected): "cannot use '\(option) \(value)': expected \(expected)"
    case .conflict(let one, let other): "cannot use '\(one)': it conflicts with '\(other)'"
    }
  }
}

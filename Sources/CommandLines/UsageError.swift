public enum UsageError: Error, Hashable, CustomStringConvertible {
  case unknownVerb(String)
  case unknownOption(String)
  case unexpectedWord(String, expected: String)
  case repeated(String)
  /// Of an option, or of a verb that needs an argument.
  case missingValue(String, expected: String)
  case unexpectedValue(String, String)
  case wrongValue(String, String, expected: String)
  /// Two options that exclude each other.
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

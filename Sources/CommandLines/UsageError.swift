/// Why a command line cannot be followed; the wording of every case is in `description`.
public enum UsageError: Error, Hashable {
  case unknownVerb(String)
  case unknownOption(String)
  case unexpectedWord(String, expected: String)
  case repeated(String)
  /// Of an option, or of a verb that needs a word after it.
  case missingValue(String, expected: String)
  case unexpectedValue(String, String)
  case wrongValue(String, String, expected: String)
  /// Two options that cannot stand together.
  case rivals(String, String)
}

extension UsageError: CustomStringConvertible {
  /// The error in words.
  public var description: String {
    switch self {
    case .unknownVerb(let verb): "cannot use '\(verb)': no such verb is known"
    case .unknownOption(let option): "cannot use '\(option)': no such option is known"
    case .unexpectedWord(let word, let expected): "cannot use '\(word)': expected \(expected)"
    case .repeated(let option): "cannot use '\(option)': it stands there twice"
    case .missingValue(let option, let expected): "cannot use '\(option)': expected \(expected) after it"
    case .unexpectedValue(let option, let value): "cannot use '\(option)=\(value)': the option takes no value"
    case .wrongValue(let option, let value, let expected): "cannot use '\(option) \(value)': expected \(expected)"
    case .rivals(let one, let other): "cannot use '\(one)': it cannot stand beside '\(other)'"
    }
  }
}

/// Why a command line cannot be followed; the wording of every case is in `description`.
enum UsageError: Error, Hashable {
  case unknownOption(String)
  case unexpectedWord(String)
  case repeated(String)
  case missingValue(String, expected: String)
  case unexpectedValue(String, String)
  case wrongValue(String, String, expected: String)
  /// Two options that cannot stand together.
  case rivals(String, String)
}

extension UsageError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unknownOption(let option): "cannot use '\(option)': no such option is known"
    case .unexpectedWord(let word): "cannot use '\(word)': expected an option"
    case .repeated(let option): "cannot use '\(option)': it stands there twice"
    case .missingValue(let option, let expected): "cannot use '\(option)': expected \(expected) after it"
    case .unexpectedValue(let option, let value): "cannot use '\(option)=\(value)': the option takes no value"
    case .wrongValue(let option, let value, let expected): "cannot use '\(option) \(value)': expected \(expected)"
    case .rivals(let one, let other): "cannot use '\(one)': it cannot stand beside '\(other)'"
    }
  }
}

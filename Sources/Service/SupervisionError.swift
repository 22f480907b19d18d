import BrightnessEventLoop

/// Errors between a service and systemd; the wording of every case is in `description`.
public enum SupervisionError: Error, Hashable, CustomStringConvertible {
  case refused(SystemError)
  /// An environment variable has an invalid value.
  case unusable(variable: String, value: String, expected: String)

  public var description: String {
    switch self {
    case .refused(let error): "\(error)"
    case .unusable(let variable, let value, let expected):
      "cannot use \("\(variable)=\(value)".quotedInShort): expected \(expected)"
    }
  }

  /// Whether a queue has no room for now.
  public var isFullQueue: Bool {
    if case .refused(let error) = self { error.code.isWouldBlock } else { false }
  }
}

@discardableResult
func serviceCall<Value: SignedInteger>(
  _ verb: String,
  _ object: @autoclosure () -> String,
  _ call: () -> Value
) throws(SupervisionError) -> Value {
  try converting(SupervisionError.refused) { () throws(SystemError) in try systemCall(verb, object(), call) }
}

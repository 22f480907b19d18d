import EventLoop

/// What can go wrong between the daemon and what runs it; the wording of every case is in `description`.
public enum DaemonError: Error, Hashable {
  /// The kernel refused.
  case refused(SystemError)
  /// A variable of the environment holds something else than it should.
  case unusable(variable: String, value: String, expected: String)
  /// Of several descriptors that were handed over nobody can say which is meant.
  case ambiguous(name: String, count: Int)
}

extension DaemonError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .refused(let error): "\(error)"
    case .unusable(let variable, let value, let expected):
      "cannot use \("\(variable)=\(value)".quotedInShort): expected \(expected)"
    case .ambiguous(let name, let count): "cannot inherit '\(name)': \(count) descriptors have that name"
    }
  }
}

/// Makes a system call whose failure is told as the daemon's.
@discardableResult
func daemonCall<Value: SignedInteger>(
  _ verb: String,
  _ object: @autoclosure () -> String,
  _ call: () -> Value
) throws(DaemonError) -> Value {
  do {
    return try systemCall(verb, object(), call)
  } catch {
    throw .refused(error)
  }
}

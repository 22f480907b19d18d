import Glibc

/// Makes a system call that answers -1 when it fails; one that a signal interrupted is made again.
@inlinable
@discardableResult
public func systemCall<Value: SignedInteger>(
  _ verb: String,
  _ object: @autoclosure () -> String,
  _ call: () -> Value
) throws(SystemError) -> Value {
  while true {
    let value = call()
    if value != -1 { return value }
    let code = ErrorCode.latest
    if code.rawValue != EINTR { throw SystemError(verb, object(), code) }
  }
}

/// Makes a system call that must not wait, and answers nil where it would have had to.
public func systemCallWithoutWaiting<Value: SignedInteger>(
  _ verb: String,
  _ object: @autoclosure () -> String,
  _ call: () -> Value
) throws(SystemError) -> Value? {
  do {
    return try systemCall(verb, object(), call)
  } catch {
    guard error.code.isWouldBlock else { throw error }
    return nil
  }
}

/// The outcome of a call that only a mistake of ours can make fail.
@discardableResult
func mustSucceed<Value>(_ body: () throws(SystemError) -> Value) -> Value {
  do {
    return try body()
  } catch {
    preconditionFailure("\(error)")
  }
}

import Glibc

/// A failed system call: operation, object and error code.
public struct SystemError: Error, Hashable, CustomStringConvertible {
  public let verb: String
  public let object: String
  public let code: ErrorCode

  public init(_ verb: String, _ object: String, _ code: ErrorCode) {
    self.verb = verb
    self.object = object
    self.code = code
  }

  public var description: String { "cannot \(verb) '\(object)': \(code)" }
}

public struct ErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: CInt

  public init(rawValue: CInt) {
    self.rawValue = rawValue
  }

  /// The error code of this thread's last system call.
  public static var latest: ErrorCode { ErrorCode(rawValue: errno) }

  public var isWouldBlock: Bool { rawValue == EAGAIN || rawValue == EWOULDBLOCK }

  /// Whether the process or the system is out of descriptors or memory.
  public var isShortage: Bool { [EMFILE, ENFILE, ENOMEM].contains(rawValue) }

  public var description: String {
    guard let text = strerror(rawValue) else { return "error \(rawValue)" }
    let words = String(cString: text)
    let isAcronym = words.dropFirst().first?.isUppercase == true
    return isAcronym ? words : words.prefix(1).lowercased() + words.dropFirst()
  }
}

/// Makes a system call that returns -1 on failure, and repeats it after EINTR.
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

/// Makes a non-blocking system call. Returns nil if it would block.
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

/// Runs a call that fails only because of an internal error.
@discardableResult
func mustSucceed<Value>(_ body: () throws(SystemError) -> Value) -> Value {
  do {
    return try body()
  } catch {
    preconditionFailure("\(error)")
  }
}

/// Runs `body` and converts its error.
package func converting<Value: ~Copyable, Cause: Error, Failure: Error>(
  _ convert: (Cause) -> Failure,
  _ body: () throws(Cause) -> Value
) throws(Failure) -> Value {
  do {
    return try body()
  } catch {
    throw convert(error)
  }
}

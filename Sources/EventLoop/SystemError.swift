import Glibc

/// A system call that failed: what was tried, on what, and why the kernel refused.
public struct SystemError: Error, Hashable, CustomStringConvertible {
  /// What was tried, as in "open".
  public let verb: String
  /// What it was tried on: a path, a descriptor, a process.
  public let object: String
  public let code: ErrorCode

  public init(_ verb: String, _ object: String, _ code: ErrorCode) {
    self.verb = verb
    self.object = object
    self.code = code
  }

  public var description: String { "cannot \(verb) '\(object)': \(code)" }
}

/// A value of `errno`.
public struct ErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: CInt

  public init(rawValue: CInt) {
    self.rawValue = rawValue
  }

  /// The code of the system call that this thread made last.
  @usableFromInline static var latest: ErrorCode { ErrorCode(rawValue: errno) }

  /// Whether the call would have had to wait.
  public var isWouldBlock: Bool { rawValue == EAGAIN || rawValue == EWOULDBLOCK }

  /// Whether the process or the machine had no descriptor or no memory left.
  public var isShortage: Bool { [EMFILE, ENFILE, ENOMEM].contains(rawValue) }

  public var description: String {
    guard let text = strerror(rawValue) else { return "error \(rawValue)" }
    let words = String(cString: text)
    let isAcronym = words.dropFirst().first?.isUppercase == true
    return isAcronym ? words : words.prefix(1).lowercased() + words.dropFirst()
  }
}

import EventLoop

/// Where a text stops being JSON, and why.
public struct JSONError: Error, Hashable, CustomStringConvertible {
  public enum Problem: Sendable, Hashable {
    case endsTooEarly
    case unexpected(UInt8)
    case trailing(UInt8)
    case byteOrderMark
    case invalidUTF8
    case controlCharacter(UInt8)
    case unknownEscape(UInt8)
    case loneSurrogate
    case escapedNUL
    case twice(key: String)
    case tooDeep(limit: Int)
    case badNumber
    case numberOutOfRange
  }

  public let problem: Problem
  /// How many bytes come before the trouble.
  public let offset: Int

  init(_ problem: Problem, at offset: Int) {
    self.problem = problem
    self.offset = offset
  }

  public var description: String { "cannot read 'JSON at byte \(offset)': \(problem)" }
}

extension JSONError.Problem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .endsTooEarly: "it ends too early"
    case .unexpected(let byte): "\(named(byte)) is not expected here"
    case .trailing(let byte): "\(named(byte)) comes after the value"
    case .byteOrderMark: "it begins with a byte order mark"
    case .invalidUTF8: "it is not UTF-8"
    case .controlCharacter(let byte): "\(named(byte)) must be escaped"
    case .unknownEscape(let byte): "\(named(byte)) cannot be escaped"
    case .loneSurrogate: "half a surrogate pair"
    case .escapedNUL: "NUL is not accepted in a string"
    case .twice(let key): "the key \(key.quotedInShort) comes twice"
    case .tooDeep(let limit): "it is nested deeper than \(limit)"
    case .badNumber: "no number of JSON"
    case .numberOutOfRange: "the number is too large"
    }
  }

  private func named(_ byte: UInt8) -> String {
    (0x21...0x7E).contains(byte) ? "'\(Unicode.Scalar(byte))'" : "byte 0x\(String(byte, radix: 16))"
  }
}

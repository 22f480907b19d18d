import BrightnessEventLoop

/// A JSON value (RFC 8259). Integers stay exact, and members keep their order.
public enum JSON: Sendable, Hashable, CustomStringConvertible {
  case null
  case bool(Bool)
  /// A number without fraction and exponent that fits 64 bits.
  case integer(Int64)
  /// Any other number, as the nearest double.
  case float(Double)
  case string(String)
  case array([JSON])
  case object(JSONObject)

  /// Reads one value from `bytes`, which must contain nothing else.
  public init(parsing bytes: some Sequence<UInt8>, nesting: Int = WireLimits().nesting) throws(JSONError) {
    var parser = JSONParser(bytes: Array(bytes), nesting: nesting)
    self = try parser.document()
  }

  public var kind: String {
    switch self {
    case .null: "null"
    case .bool: "bool"
    case .integer: "int"
    case .float: "float"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  /// JSON text in one line, without spaces.
  public var description: String {
    var writer = JSONWriter()
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

/// Members of an object in order, with unique keys.
public struct JSONObject: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  public struct Member: Sendable, Hashable {
    public let key: String
    public let value: JSON
  }

  public private(set) var members: [Member] = []

  public init() {}

  /// Takes members whose keys are unique already.
  init(unique members: [Member]) { self.members = members }

  /// Keys are compared as bytes: texts that Swift considers equal can be different keys.
  public subscript(key: String) -> JSON? {
    get { index(of: key).map { members[$0].value } }
    set {
      let place = index(of: key).map { $0..<($0 + 1) } ?? members.count..<members.count
      members.replaceSubrange(place, with: newValue.map { [Member(key: key, value: $0)] } ?? [])
    }
  }

  private func index(of key: String) -> Int? { members.firstIndex { $0.key.hasSameBytes(as: key) } }

  public init(dictionaryLiteral members: (String, JSON)...) {
    for (key, value) in members { self[key] = value }
  }
}

extension String {
  /// Compares bytes, where `==` compares Unicode-equivalent texts.
  package func hasSameBytes(as other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}

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
